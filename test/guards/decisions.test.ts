import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REGISTRIES } from '../../clients/rules/registries.ts';
import { indexOf, numberingViolations, readRecord, recordViolations } from './decisions.ts';
import { read, root } from './repository.ts';

const folder = 'docs/decisions';
const names = readdirSync(join(root, folder)).filter((name) => /^\d{4}-/.test(name));
const records = names.toSorted().map((name) => readRecord(read(`${folder}/${name}`)));
const exists = (path: string) => existsSync(join(root, path));
const ids = new Set(REGISTRIES.flatMap(({ rules }) => rules.map(({ id }) => id)));
const isRule = (id: string) => ids.has(id);

test('decision records are numbered from 1 on, each number once, in name and title', () => {
  expect(numberingViolations(records)).toEqual([]);
});

test('a decision record has a subject, sources that exist, and a title that says its decision', () => {
  expect(records.length).toBeGreaterThan(140);
  expect(records.flatMap((record) => recordViolations(record, exists, isRule))).toEqual([]);
});

test('the index lists every record by subject: run `npm run decisions` where this fails', () => {
  expect(read(`${folder}/README.md`).text).toBe(indexOf(records));
});

test('a number that is used twice, and a title of another number, are found', () => {
  const first = { name: '0001-access.md', title: '# 1. Access' };
  expect(numberingViolations([first, { name: '0001-more.md', title: '# 1. More' }])).toHaveLength(1);
  expect(numberingViolations([{ ...first, title: '# 2. Access' }])).toHaveLength(1);
});

const good = { status: 'accepted', date: '2026-01-31', subject: 'lists', source: ['planner'], rules: [] as string[] };

test.each([
  ['no subject', {}, 'has no subject. Begin it with\n---'],
  ['an unknown subject', { ...good, subject: 'stories' }, 'has no subject'],
  ['a path that is not there', { ...good, source: ['planner/gone.ts'] }, 'source planner/gone.ts is not there'],
  ['no source', { ...good, source: [] }, 'source lists at least one'],
  ['an unknown rule', { ...good, rules: ['no/such'] }, 'rules holds no/such'],
  ['another status', { ...good, status: 'done' }, 'status is "accepted"'],
])('a planted record with %s is found', (_, front, finding) => {
  const record = { name: '0001-lists.md', title: '# 1. Lists: pages are counted', front };
  expect(recordViolations(record, exists, isRule).join()).toContain(finding);
  expect(recordViolations({ ...record, front: { ...good, rules: ['create/echo'] } }, exists, isRule)).toEqual([]);
});

test('a planted title that tells no decision is found', () => {
  const record = { name: '0001-lists.md', title: '# 1. What a list knows', front: good };
  expect(recordViolations(record, exists, isRule).join()).toContain('Subject: decision');
});
