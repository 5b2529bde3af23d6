import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marshall } from '#adapters/dynamodb/marshall.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDump } from '../../local/fsck/check-dump.ts';
import { dumpOf } from '../../local/fsck/dump.ts';
import { type Entry, entryOf } from '../../local/fsck/dump.ts';
import { openMortalService } from '../support/mortal-service.ts';

const service = await openMortalService();
const { tenant } = service;
const t = `T#${tenant.tenantId}`;
afterAll(() => service.close());

beforeAll(async () => {
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  const { id } = JSON.parse((await service.send('POST', projects, { body: { name: 'Kept' } })).body) as { id: string };
  await service.send('POST', `${projects}/${id}/features`, { body: { name: 'A feature' } });
  const persona = { name: 'Ada', description: 'May do everything', authType: 'NONE', scope: 'PROJECT' };
  await service.send('POST', `${projects}/${id}/test-personas`, { body: persona });
  await service.send('POST', '/api/v1/pats', { body: { name: 'Second' } });
});

test('a healthy table has no violation', async () => {
  expect(await service.fsck()).toEqual([]);
});

const absent = '00000000-0000-7000-8000-000000000000';
const build = { id: 'b', featureId: 'f', state: 'QUEUED' };
const generation = {
  workflowId: 'g',
  status: 'FAILED',
  phase: 'ENRICHING',
  totalSkeletons: 0,
  enriched: {},
  persisted: {},
  tokens: {},
};
const event = {
  type: 'VERIFIER_STATUS_UPDATE',
  detail: { eventId: 'e', featureId: 'f', buildId: 'b', status: 'READY' },
};

test.each<[string, { pk: string; sk: string; [field: string]: unknown }, RegExp]>([
  ['an item of no kind', { pk: t, sk: 'WHAT' }, /every key is one of the data model/],
  ['a user that is not counted', { pk: t, sk: 'USER#x', tenantRole: 'VIEWER' }, /I1 .*viewerCount is 0, found 1/],
  ['an address of nobody in a tenant', { pk: t, sk: 'ADDR#x', userId: 'y' }, /an address in a tenant without user/],
  ['an invitation of nobody', { pk: 'INV#x', sk: 'I', tenantId: 'x', userId: 'y' }, /an invitation without user/],
  [
    'an invitation that no job ends',
    { pk: t, sk: 'USER#x', tenantRole: 'VIEWER', invitation: { digest: 'd', validUntil: '2026' } },
    /I10 .*invitation of user x/,
  ],
  ['an address of nobody', { pk: 'EMAIL#x', sk: 'E', tenantId: 'x', userId: 'y' }, /an address without user/],
  ['a token that its user does not see', { pk: 'PAT#x', sk: 'A', tenantId: 'x', userId: 'y' }, /usable, not listed/],
  ['a run without its results', { pk: `${t}#P#p#RUN`, sk: 'R#2026#r', runId: 'r' }, /a run without manifest/],
  ['a manifest of no run', { pk: `${t}#P#p#RUN`, sk: 'ID#r' }, /a manifest without run/],
  ['a build that no sweep finds', { pk: `${t}#P#p`, sk: 'VB#f#d', ...build, id: 'd' }, /I10 .*build p\/f\/d/],
  [
    'an event told and still open',
    { pk: `${t}#OUT`, sk: '000000000009', ...event, cursor: 9, publishedAt: 'x', gsi1pk: 'OPEN#EVENT' },
    /I10 .*event 000000000009/,
  ],
  ['a feature of no project', { pk: `${t}#P#${absent}`, sk: 'F#f' }, /I9 .*feature/],
  ['a persona of no project', { pk: `${t}#PER`, sk: `P#${absent}#p`, name: 'N', envVar: 'E' }, /I9 .*persona/],
  [
    'a build that the events do not tell of',
    { pk: `${t}#P#p`, sk: 'VB#f#b', ...build },
    /I10 .*the last event says READY/,
  ],
  ['a second build under way', { pk: `${t}#P#p`, sk: 'VB#f#c', ...build, id: 'c' }, /I19 .*has 2/],
  ['a gap in the events', { pk: `${t}#OUT`, sk: '000000000002', cursor: 2, ...event }, /I10 .*sequence/],
  ['a place of no feature', { pk: `${t}#FID`, sk: 'f', projectId: 'p' }, /a place without feature/],
  ['a waiver of no project', { pk: `${t}#P#${absent}`, sk: 'CW#f#j' }, /I9 .*waiver/],
  [
    'AI tokens that no call took',
    { pk: `${t}#TOK`, sk: 'M#2026', used: 5, reserved: 0, total: 5 },
    /I14 .*used is 5, found 0/,
  ],
  [
    'a reservation that outlives its generation',
    { pk: `${t}#TOK`, sk: 'C#g', callId: 'g', state: 'RESERVED', tokens: 5, used: 0, month: 'm', day: 'd' },
    /I14 .*holds its reservation/,
  ],
  [
    'cases that are not all there',
    { pk: `${t}#P#p#VC`, sk: 'G#f', featureId: 'f', workflowId: 'g', count: 2 },
    /I15 .*0 of 2/,
  ],
  [
    'more cases than were made',
    { pk: `${t}#P#p`, sk: 'GW#h', ...generation, persisted: { 0: 1 } },
    /I15 .*1 persisted/,
  ],
  ['a webhook that is not counted', { pk: `${t}#WH`, sk: 'p#W#w', id: 'w' }, /I18 .*webhooks of .*counted 0, found 1/],
  ['a webhook without its secret', { pk: `${t}#WH`, sk: 'p#W#w', id: 'w' }, /a webhook without secret/],
  ['a secret of no webhook', { pk: `${t}#WSEC`, sk: 'p#w' }, /a secret of no webhook/],
  ['a delivery of no project', { pk: `${t}#WD`, sk: `${absent}#w#e`, status: 'DELIVERED' }, /I9 .*delivery/],
  ['a delivery that no job finds', { pk: `${t}#WD`, sk: 'p#w#e', status: 'PENDING' }, /I10 .*delivery p\/w\/e/],
  [
    'a waiver that the audit log does not tell of',
    { pk: `${t}#P#p`, sk: 'CW#f#j', waivedAt: new Date().toISOString() },
    /B10 .*waiver p\/f\/j .* has no COVERAGE_WAIVED/,
  ],
  ['a name that nobody has', { pk: `${t}#PER`, sk: 'N#T#ada' }, /a name without persona/],
])('%s is found', async (_name, planted, violation) => {
  const beside: { pk: string; sk: string; [field: string]: unknown }[] = [
    { pk: `${t}#P#p`, sk: 'VB#f#b', ...build },
    { pk: `${t}#P#p`, sk: 'GW#g', ...generation },
    { pk: `${t}#OUT`, sk: '000000000001', cursor: 1, ...event, detail: { ...event.detail, eventId: 'd', sequence: 5 } },
  ];
  const entries = await entriesWith([...beside, planted]);
  expect(checkDump(dumpOf(entries)).join('\n')).toMatch(violation);
});

test('a document of no project is found', async () => {
  const lost = `${tenant.tenantId}/projects/${absent}/specs/a.json`;
  expect(checkDump(dumpOf(await entriesWith([]), [lost]))).toEqual([
    `I9 nothing lies in a project or notebook that is gone: document ${lost}`,
  ]);
});

const entriesWith = async (planted: { pk: string; sk: string; [field: string]: unknown }[]): Promise<Entry[]> => [
  ...(await service.entries()),
  ...planted.map((item) => entryOf(marshall(item as never) as never)),
];

test('the command reads a table export, says what is wrong and exits 1; 2 where there is nothing to read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fsck-'));
  const file = join(folder, 'export.jsonl');
  writeFileSync(file, `${JSON.stringify({ Item: { pk: { S: t }, sk: { S: 'WHAT' } } })}\n`);
  const run = (...args: string[]) => spawnSync(process.execPath, ['local/fsck/main.ts', ...args], { encoding: 'utf8' });
  const found = run('--dump', file);
  expect(found.stdout).toContain('1 items and 0 documents, 1 violations');
  expect(found.status).toBe(1);
  expect(run('--data', folder).status).toBe(2);
  writeFileSync(file, '');
  expect(execFileSync(process.execPath, ['local/fsck/main.ts', '--dump', file], { encoding: 'utf8' })).toContain(
    '0 violations',
  );
  rmSync(folder, { recursive: true });
});
