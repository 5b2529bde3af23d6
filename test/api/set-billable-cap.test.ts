import { expect, test } from 'vitest';
import type { Tier } from '#domain/access/actor.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

const path = '/api/billing/max-billable-users';
const scenario = await openScenario();

const invite = async ({ owner }: Tenant, role: string) => {
  const { status, body } = await owner.post('/api/manage/users', {
    email: `${crypto.randomUUID()}@example.test`,
    role,
  });
  return [status, body.code];
};
const capOf = async ({ owner }: Tenant) =>
  (await owner.get('/api/billing/subscription-status')).body['maxBillableUsers'];
const set = async ({ owner }: Tenant, maxBillableUsers: number | null) => {
  const { status, body } = await owner.put(path, { maxBillableUsers });
  return [status, body.code];
};
type Entry = { action: string; target: object; metadata: object };
const capChanges = async ({ owner }: Tenant): Promise<Entry[]> =>
  (await owner.get<{ data: Entry[] }>('/api/v1/audit-log?size=100&action=BILLING_CAP_CHANGED')).body.data;

testWithActors('200: the cap holds for the next invitation; null removes it', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const { status, body } = await tenant.owner.put(path, { maxBillableUsers: 3 });
  expect(status).toBe(200);
  expect(body).toEqual((await tenant.owner.get('/api/billing/subscription-status')).body);
  expect(body).toMatchObject({ tier: 'TEAM', maxBillableUsers: 3, billableMembers: 1, paidSeats: 3 });
  for (let user = 0; user < 2; user += 1) expect(await invite(tenant, 'MEMBER')).toEqual([201, undefined]);
  expect(await invite(tenant, 'MEMBER')).toEqual([400, 'BILLABLE_CAP_REACHED']);
  expect(await invite(tenant, 'VIEWER')).toEqual([201, undefined]);
  expect(await set(tenant, null)).toEqual([200, undefined]);
  expect(await invite(tenant, 'MEMBER')).toEqual([201, undefined]);
  expect(await capOf(tenant)).toBe(null);
});

testWithActors('200: each change has its audit entry with old and new cap; the same cap again has none', async () => {
  const tenant = await scenario.aTenant('TEAM');
  for (const cap of [5, 5, 2_147_483_647, null]) expect(await set(tenant, cap)).toEqual([200, undefined]);
  const facts = { billableCount: 1, paidSeats: 3 };
  const target = { type: 'TENANT', id: tenant.tenantId };
  const told = (await capChanges(tenant)).toReversed();
  expect(told).toMatchObject([
    { target, metadata: { oldCap: null, newCap: 5, ...facts } },
    { target, metadata: { oldCap: 5, newCap: 2_147_483_647, ...facts } },
    { target, metadata: { oldCap: 2_147_483_647, newCap: null, ...facts } },
  ]);
  expect(told).toHaveLength(3);
});

testWithActors('200: twenty caps at once leave one of them, and a chain of entries without a gap', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => set(tenant, 10 + index)));
  expect(answers).toEqual(answers.map(() => [200, undefined]));
  const changes = (await capChanges(tenant)) as { metadata: { oldCap: number; newCap: number } }[];
  const next = new Map(changes.map(({ metadata }) => [metadata.oldCap, metadata.newCap]));
  let cap: number | null = null;
  for (let step = 0; step < 20; step += 1) cap = next.get(cap as never)!;
  expect(cap).toBe(await capOf(tenant));
});

testWithActors('400: on FREE and PRO there is no cap: CAP_NOT_SUPPORTED', async () => {
  for (const tier of ['FREE', 'PRO'] as Tier[]) {
    const tenant = await scenario.aTenant(tier);
    for (const cap of [1, 50, null]) expect(await set(tenant, cap)).toEqual([400, 'CAP_NOT_SUPPORTED']);
    expect(await capOf(tenant)).toBe(null);
  }
});

testWithActors('400: a cap below the seat floor or below the billable users is refused: CAP_BELOW_USAGE', async () => {
  const tenant = await scenario.aTenant('TEAM');
  expect(await set(tenant, 2)).toEqual([400, 'CAP_BELOW_USAGE']);
  for (let user = 0; user < 4; user += 1) await scenario.aUser(tenant, 'MEMBER');
  expect(await set(tenant, 4)).toEqual([400, 'CAP_BELOW_USAGE']);
  expect(await capChanges(tenant)).toEqual([]);
  expect(await set(tenant, 5)).toEqual([200, undefined]);
  const enterprise = await scenario.aTenant('ENTERPRISE');
  expect(await set(enterprise, 1)).toEqual([200, undefined]);
});

test('400: a cap is a whole number of at least 1 that 32 bits hold, or null', async () => {
  const tenant = await scenario.aTenant();
  await expectInvalidBody(tenant.owner, 'PUT', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/maxBillableUsers', 'REQUIRED'],
    [{ maxBillableUsers: 0 }, '#/maxBillableUsers', 'TOO_SMALL'],
    [{ maxBillableUsers: -3 }, '#/maxBillableUsers', 'TOO_SMALL'],
    [{ maxBillableUsers: 3.5 }, '#/maxBillableUsers', 'INVALID_TYPE'],
    [{ maxBillableUsers: '5' }, '#/maxBillableUsers', 'INVALID_TYPE'],
    [{ maxBillableUsers: 2_147_483_648 }, '#/maxBillableUsers', 'TOO_LARGE'],
    [{ maxBillableUsers: 1e300 }, '#/maxBillableUsers', 'TOO_LARGE'],
  ]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'PUT', path, { maxBillableUsers: 5 }));

testWithActors('403: only an Owner sets it', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const callers = [await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)];
  await expectForbidden([...callers, await scenario.aUser(tenant, 'VIEWER')], 'PUT', path, { maxBillableUsers: 9 });
  expect(await capOf(tenant)).toBe(null);
});
