import { expect, test } from 'vitest';
import { expectForbidden, expectInvalidQuery, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/v1/audit-log/export';
const scenario = await openScenario();

test('200: one JSON object a line, the same entries as the list', async () => {
  const { owner } = await scenario.aTenant();
  await owner.post('/api/v1/pats', { name: 'CI' });
  const { status, headers, text } = await owner.get(`${path}?action=PAT_CREATED`);
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  const { body: list } = await owner.get<{ data: unknown[] }>('/api/v1/audit-log?action=PAT_CREATED&size=100');
  const lines = text.trimEnd().split('\n');
  expect(lines.slice(0, 100).map((line) => JSON.parse(line) as unknown)).toEqual(list.data);
});

test('200: CSV, in which a name is never a formula', async () => {
  const { owner } = await scenario.aTenant();
  await owner.post('/api/v1/pats', { name: '=HYPERLINK("https://evil.test","x")' });
  const { status, headers, text } = await owner.get(`${path}?action=PAT_CREATED&format=csv`);
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [head, first] = text.split('\r\n');
  expect(head).toBe('id,at,action,userId,email,tokenId,targetType,targetId,targetName,requestId,metadata');
  expect(first).toContain(`"'=HYPERLINK(""https://evil.test"",""x"")"`);
});

test('200: nothing to tell is an empty file', async () => {
  const { owner } = await scenario.aTenant();
  const { status, text, headers } = await owner.get(`${path}?to=2020-01-01T00:00:00Z`);
  // Of an answer without a body the type is not shown over HTTP.
  const type = process.env['API_TARGET'] === undefined ? 'application/x-ndjson' : undefined;
  expect([status, text, headers['content-type']]).toEqual([200, '', type]);
});

test('400: what is no format and no time; RANGE_TOO_LARGE above 31 days', async () => {
  const { owner } = await scenario.aTenant();
  await expectInvalidQuery(owner, path, ['format=xls', 'from=yesterday']);
  const refused = await owner.get(`${path}?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z`);
  expect([refused.status, refused.body.code]).toEqual([400, 'RANGE_TOO_LARGE']);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: only Owners and Admins; TIER_REQUIRED on Free', async () => {
  const tenant = await scenario.aTenant();
  await expectForbidden([await scenario.anEditor(tenant)], 'GET', path);
  const { owner } = await scenario.aTenant('FREE');
  const refused = await owner.get(path);
  expect([refused.status, refused.body.code]).toEqual([403, 'TIER_REQUIRED']);
});
