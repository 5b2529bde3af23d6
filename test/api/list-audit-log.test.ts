import { expect, test } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { uuidV7Source } from '#functions/support/runtime.ts';
import { auditOf } from '#domain/audit/audit-entry.ts';
import { mintScope } from '#domain/access/scope.ts';
import { expectForbidden, expectInvalidQuery, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

const path = '/api/v1/audit-log';
const scenario = await openScenario();
type Entry = { id: string; at: string; action: string };
type Log = { data: Entry[]; totalElements: number };

/** Puts entries of that time into the tenant's log. */
const tell = async ({ tenantId, userId }: Tenant, at: Date, count = 1): Promise<void> => {
  const newId = uuidV7Source(
    () => at.getTime(),
    (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  );
  const who = { userId, email: null, tokenId: null, tier: 'ENTERPRISE' as const };
  const audit = auditOf(who, 'planted', { now: () => at, newId });
  const scope = mintScope.tenant(tenantId);
  const table = scenario.target.tables!(tenantId);
  for (let from = 0; from < count; from += 100)
    await table.transact(
      Array.from({ length: Math.min(100, count - from) }, () => {
        const entry = audit('PAT_REVOKED', { type: 'PAT', id: 'x' });
        return { put: { ...keys.auditEntry(scope, entry.id), ...entry } };
      }),
    );
};
const days = (count: number): Date => new Date(Date.now() - count * 24 * 3600 * 1000);

test('200: newest first, by page and by action', async () => {
  const { owner, userId } = await scenario.aTenant();
  const { body: pat } = await owner.post('/api/v1/pats', { name: 'CI' });
  await owner.delete(`/api/v1/pats/${pat.id}`);
  const { status, body } = await owner.get<Log>(`${path}?size=2`);
  expect(status).toBe(200);
  expect(body.data.map(({ action }) => action)).toEqual(['PAT_REVOKED', 'PAT_CREATED']);
  expect(body.data[0]).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    action: 'PAT_REVOKED',
    actor: { userId, email: expect.any(String), tokenId: expect.any(String) },
    target: { type: 'PAT', id: pat.id, name: 'CI' },
    requestId: expect.any(String),
    metadata: {},
  });
  const { body: revoked } = await owner.get<Log>(`${path}?action=PAT_REVOKED`);
  expect(revoked.data[0]).toEqual(body.data[0]);
  expect(new Set(revoked.data.map(({ action }) => action))).toEqual(new Set(['PAT_REVOKED']));
});

testWithActors('200: by who acted, with or without an action', async () => {
  const tenant = await scenario.aTenant();
  const admin = await scenario.aUser(tenant, 'ADMIN');
  const { body: me } = await admin.get<{ userId: string }>('/api/v1/me');
  await tenant.owner.post('/api/v1/pats', { name: 'Of the Owner' });
  await admin.post('/api/v1/pats', { name: 'Of the Admin' });
  const named = async (query: string) =>
    (await tenant.owner.get<{ data: { target: { name: string } }[] }>(`${path}?${query}`)).body.data.map(
      ({ target }) => target.name,
    );
  expect(await named(`actorId=${me.userId}`)).toEqual(['Of the Admin']);
  expect(await named(`actorId=${me.userId.toUpperCase()}&action=PAT_CREATED`)).toEqual(['Of the Admin']);
  expect(await named(`actorId=${me.userId}&action=PAT_REVOKED`)).toEqual([]);
  expect(await named(`actorId=${tenant.userId}&action=PAT_CREATED`)).toContain('Of the Owner');
});

testWithActors('200: the days that are asked for; without any the last 31', async () => {
  const tenant = await scenario.aTenant();
  await tell(tenant, days(40));
  await tell(tenant, days(20));
  const revoked = async (query: string) =>
    (await tenant.owner.get<Log>(`${path}?action=PAT_REVOKED${query}`)).body.totalElements;
  expect(await revoked('')).toBe(1);
  expect(await revoked(`&to=${days(30).toISOString()}`)).toBe(1);
  expect(await revoked(`&from=${days(45).toISOString()}`)).toBe(2);
  expect(await revoked(`&from=${days(39).toISOString()}&to=${days(21).toISOString()}`)).toBe(0);
  expect(await revoked(`&from=${days(10).toISOString()}&to=${days(20).toISOString()}`)).toBe(0);
});

testWithActors('200: what is past its time is not shown, though the table may still hold it', async () => {
  const tenant = await scenario.aTenant();
  await tell(tenant, days(380));
  const query = `from=${days(390).toISOString()}&to=${days(370).toISOString()}`;
  expect((await tenant.owner.get<Log>(`${path}?${query}`)).body.totalElements).toBe(0);
});

test('400: what is no action, no time and no page', async () => {
  const { owner } = await scenario.aTenant();
  await owner.post('/api/v1/pats', { name: 'CI' });
  await expectPaging(owner, path);
  await expectInvalidQuery(owner, path, ['action=NOTHING', 'from=yesterday', 'to=2026-13-01T00:00:00Z', 'actorId=me']);
});

testWithActors('400: RANGE_TOO_LARGE above 31 days, or 10,000 entries', async () => {
  const tenant = await scenario.aTenant();
  const long = `${path}?from=${days(40).toISOString()}&to=${days(2).toISOString()}`;
  const refused = await tenant.owner.get(long);
  expect([refused.status, refused.body.code]).toEqual([400, 'RANGE_TOO_LARGE']);
  await tell(tenant, days(1), 10_001);
  const many = await tenant.owner.get(path);
  expect([many.status, many.body.code]).toEqual([400, 'RANGE_TOO_LARGE']);
  const before = `to=${new Date(days(1).getTime() - 60_000).toISOString()}`;
  expect((await tenant.owner.get(`${path}?${before}`)).status).toBe(200);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: only Owners and Admins', async () => {
  const tenant = await scenario.aTenant();
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'GET', path);
  const admin = await scenario.aUser(tenant, 'ADMIN');
  expect((await admin.get(path)).status).toBe(200);
});

testWithActors('403: TIER_REQUIRED on Free and Pro; after an upgrade what was written before is there', async () => {
  for (const tier of ['FREE', 'PRO'] as const) {
    const { owner, tenantId } = await scenario.aTenant(tier);
    const refused = await owner.get(path);
    expect([refused.status, refused.body.code]).toEqual([403, 'TIER_REQUIRED']);
    await scenario.grantTier(tenantId, 'TEAM');
    expect((await owner.get<Log>(path)).body.totalElements).toBeGreaterThan(0);
  }
});

testWithActors('200: another tenant’s entries are nobody else’s', async () => {
  const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
  await other.owner.post('/api/v1/pats', { name: 'Of the other' });
  expect((await tenant.owner.get(`${path}?size=100`)).text).not.toContain('Of the other');
});
