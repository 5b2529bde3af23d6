import { expect } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { OpenWork } from '#adapters/dynamodb/open-work.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { SeatMarks } from '#adapters/dynamodb/seat-marks.ts';
import { mintScope } from '#domain/access/scope.ts';
import { priceKeys } from '#domain/billing/price-keys.ts';
import type { Plan } from '#domain/billing/plan.ts';
import { openScenario, type Tenant, testInProcess } from '../support/scenario.ts';

const path = '/api/manage/users';
const scenario = await openScenario();
const tables = scenario.target.tables!;
let made = 0;
const address = () => `seat-${Date.now()}-${(made += 1)}@example.test`;

/** Thirty days of which twelve are over, give or take the seconds of a test. */
const start = Math.floor(Date.now() / 1000) - 12 * 24 * 3600;
const bought = (more: Partial<Plan> = {}): Partial<Plan> => ({
  source: 'STRIPE',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  itemId: 'si_1',
  priceKey: priceKeys.TEAM,
  renewalSeats: 3,
  periodSeats: 3,
  periodStart: start,
  periodEnd: start + 30 * 24 * 3600,
  ...more,
});

const invite = async ({ owner }: Tenant, role = 'MEMBER') => {
  const { status, body } = await owner.post(path, { email: address(), role });
  return { status, code: body.code, id: String(body.id) };
};
const entriesOf = async ({ owner }: Tenant) => {
  const { body } = await owner.get<{ data: { action: string; target: object; metadata: object }[] }>(
    '/api/v1/audit-log?size=100',
  );
  return body.data
    .filter(({ action }) => action.startsWith('SEAT_'))
    .map(({ action, metadata }) => ({ action, ...metadata }));
};
const isMarked = async ({ tenantId }: Tenant): Promise<boolean> => {
  const open = await new OpenWork(tables).listSeats(new Date(Date.now() + 1000), 1000);
  return open.some((one) => one.tenantId === tenantId);
};

testInProcess('201: within the floor the entry says so, beyond it what the rest of the period costs', async () => {
  const tenant = await scenario.aTenant();
  await scenario.grantTier(tenant.tenantId, 'TEAM', bought());
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await invite(tenant)).id);
  const [third, second, first] = await entriesOf(tenant);
  const within = { action: 'SEAT_ADDED', newQuantity: 3, proratedAmountCents: 0, floorHeadroomUsed: true };
  expect([first, second]).toEqual([
    { ...within, user: ids[0] },
    { ...within, user: ids[1] },
  ]);
  expect(third).toEqual({
    action: 'SEAT_ADDED',
    user: ids[2],
    newQuantity: 4,
    proratedAmountCents: expect.any(Number),
    floorHeadroomUsed: false,
  });
  expect(Math.abs((third as unknown as { proratedAmountCents: number }).proratedAmountCents - 2340)).toBeLessThan(2);
});

testInProcess('204: whoever goes or becomes Viewer frees a seat, down to the floor', async () => {
  const tenant = await scenario.aTenant();
  await scenario.grantTier(tenant.tenantId, 'TEAM', bought({ periodSeats: 9 }));
  const users = [];
  for (let count = 0; count < 3; count += 1) users.push(await scenario.aUser(tenant, 'MEMBER'));
  const { body: list } = await tenant.owner.get<{ data: { id: string; role: string }[] }>(path);
  const members = list.data.filter(({ role }) => role === 'MEMBER').map(({ id }) => id);
  expect((await tenant.owner.delete(`${path}/${members[0]}`)).status).toBe(204);
  expect((await tenant.owner.put(`${path}/${members[1]}/role`, { role: 'VIEWER' })).status).toBe(200);
  expect((await tenant.owner.put(`${path}/${members[1]}/role`, { role: 'ADMIN' })).status).toBe(200);
  expect((await tenant.owner.put(`${path}/${members[1]}/role`, { role: 'MEMBER' })).status).toBe(200);
  expect(await entriesOf(tenant)).toEqual([
    {
      action: 'SEAT_ADDED',
      user: members[1],
      newQuantity: 3,
      proratedAmountCents: 0,
      floorHeadroomUsed: true,
    },
    { action: 'SEAT_REMOVED', user: members[1], newQuantity: 3, flooredAtMinimum: true },
    { action: 'SEAT_REMOVED', user: members[0], newQuantity: 3, flooredAtMinimum: false },
  ]);
});

testInProcess('201: a Viewer takes no seat, and no tier below TEAM has any', async () => {
  const tenant = await scenario.aTenant();
  expect((await invite(tenant, 'VIEWER')).status).toBe(201);
  expect(await isMarked(tenant)).toBe(false);
  expect(await entriesOf(tenant)).toEqual([]);
});

testInProcess('201: the seats of the tenant are to be compared, until nobody changed since', async () => {
  const tenant = await scenario.aTenant();
  const [scope, marks] = [mintScope.tenant(tenant.tenantId), new SeatMarks(tables)];
  const plans = new PlanRepository(tables);
  expect((await plans.get(scope)).billing.seatsChangedAt).toBeNull();
  await invite(tenant);
  const first = (await plans.get(scope)).billing;
  await invite(tenant);
  const second = (await plans.get(scope)).billing;
  expect(second.seatsChangedAt).toBe(first.seatsChangedAt);
  expect(await isMarked(tenant)).toBe(true);
  expect(await marks.clear(scope, first)).toBe(false);
  expect(await isMarked(tenant)).toBe(true);
  expect(await marks.clear(scope, second)).toBe(true);
  expect(await isMarked(tenant)).toBe(false);
  expect(await marks.clear(scope, { ...second, seatsChangedAt: null })).toBe(true);
  await marks.mark(scope, new Date());
  expect(await isMarked(tenant)).toBe(true);
  const item = await tables(tenant.tenantId).get(keys.billing(scope));
  expect(item?.['gsi1pk']).toBe(`OPEN#SEATS#${tenant.tenantId.at(-1)}`);
});
