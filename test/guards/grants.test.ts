import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGrantsTable } from '../support/grants-table.ts';
import { grants } from '../support/grants.ts';
import { read, root } from './repository.ts';

/** Rights that capabilities give to functions which share them; a new one is to be used, or split off. */
const mostWithoutTest = 36;

const rows = readGrantsTable(read('docs/grants.md').text);
const keyOf = ({ role, right }: { role: string; right: string }): string => `${role} ${right}`;

/** What the table lacks, and what it has too much. */
const differences = (given: readonly { role: string; right: string }[]): string[] => {
  const wanted = new Set(given.map(keyOf));
  const found = new Set(rows.map(keyOf));
  return [
    ...[...wanted].filter((key) => !found.has(key)).map((key) => `no row for ${key}`),
    ...[...found].filter((key) => !wanted.has(key)).map((key) => `no such right: ${key}`),
  ];
};

test('docs/grants.md has a row for every right of every role; run npm run grants -- <test files>', () => {
  expect(differences(grants)).toEqual([]);
  expect(rows.length).toBe(grants.length);
});

test('its tests are in files that exist, and few rights have none', () => {
  const named = rows.filter(({ test: name }) => name !== '—');
  expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  expect(rows.length - named.length).toBeLessThanOrEqual(mostWithoutTest);
});

test('a planted right without its row is found', () => {
  expect(differences([...grants, { role: 'getMe', right: 'secrets:encrypt' }])).toEqual([
    'no row for getMe secrets:encrypt',
  ]);
});
