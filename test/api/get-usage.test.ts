import { expect, test } from 'vitest';
import { AllowanceRepository } from '#adapters/dynamodb/allowance-repository.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { reservationWrites } from '#adapters/dynamodb/allowance-items.ts';
import { mintScope } from '#domain/access/scope.ts';
import { reservationOf } from '#domain/billing/allowance-rules.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

const path = '/api/billing/usage';
const scenario = await openScenario();
type Usage = Record<string, unknown> & { tokens: object; limits: { name: string; isOver: boolean }[] };
const usageOf = async ({ owner }: Tenant): Promise<Usage> => (await owner.get<Usage>(path)).body;

/** An AI action of 50,000 tokens begins; `used`: it has ended with so many. */
const spend = async ({ tenantId }: Tenant, used?: number): Promise<void> => {
  const [tables, scope] = [scenario.target.tables!, mintScope.tenant(tenantId)];
  const call = { callId: systemRuntime.newId(), operation: 'TEST_CASE_GENERATION' } as const;
  const reservation = reservationOf(await new PlanRepository(tables).get(scope), call, systemRuntime.now());
  await tables(tenantId).transact(reservationWrites(scope, reservation));
  if (used !== undefined) await new AllowanceRepository(tables).settle(scope, call.callId, { all: used });
};

testWithActors('200: everybody sees the tier with its tokens, seats and limits', async () => {
  const tenant = await scenario.aTenant('FREE');
  const viewer = await scenario.aUser(tenant, 'VIEWER');
  const { status, body } = await viewer.get<Usage>(path);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    tier: 'FREE',
    cancelsAt: null,
    tokens: { limit: 2_000_000, used: 0, reserved: 0 },
    tokensToday: { limit: 200_000, used: 0, reserved: 0 },
    seats: {
      billableMembers: 1,
      viewerCount: 1,
      paidSeats: 0,
      renewalSeats: null,
      seatFloor: null,
      maxBillableUsers: null,
      payment: 'OK',
    },
    limits: [
      { name: 'workspaces', limit: 1, used: 1, isOver: false },
      { name: 'projectsPerWorkspace', limit: 1, used: 0, isOver: false },
      { name: 'featuresPerProject', limit: 3, used: 0, isOver: false },
      { name: 'notebooksPerWorkspace', limit: 1, used: 0, isOver: false },
      { name: 'pagesPerNotebook', limit: 1, used: 0, isOver: false },
      { name: 'billableUsers', limit: 1, used: 1, isOver: false },
    ],
    isFrozen: false,
  });
});

testWithActors('200: tokens are reserved and used, and a fall to FREE has a counter of its own', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await spend(tenant);
  await spend(tenant, 1234);
  expect((await usageOf(tenant)).tokens).toMatchObject({ limit: 120_000_000, used: 1234, reserved: 50_000 });
  await scenario.grantTier(tenant.tenantId, 'FREE');
  await spend(tenant, 7);
  expect(await usageOf(tenant)).toMatchObject({
    tokens: { limit: 2_000_000, used: 7, reserved: 0 },
    tokensToday: { limit: 200_000, used: 7, reserved: 0 },
  });
  await scenario.grantTier(tenant.tenantId, 'TEAM');
  expect((await usageOf(tenant)).tokens).toMatchObject({ used: 1234, reserved: 50_000 });
});

testWithActors('200: a subscription that is cancelled shows its end, its seats and a declined one', async () => {
  const tenant = await scenario.aTenant('FREE');
  const [start, end] = ['2026-01-20T09:00:00.000Z', '2026-02-20T09:00:00.000Z'];
  await scenario.grantTier(tenant.tenantId, 'TEAM', {
    source: 'STRIPE',
    periodStart: Date.parse(start) / 1000,
    periodEnd: Date.parse(end) / 1000,
    periodSeats: 5,
    renewalSeats: 4,
    seatPayment: 'DECLINED',
    cancelAtPeriodEnd: true,
  });
  expect(await usageOf(tenant)).toMatchObject({
    tier: 'TEAM',
    period: { startsAt: start, endsAt: end },
    cancelsAt: end,
    tokens: { limit: 200_000_000, resetsAt: end },
    tokensToday: null,
    seats: { paidSeats: 5, renewalSeats: 4, seatFloor: 3, payment: 'DECLINED' },
    limits: [],
    isFrozen: false,
  });
});

testWithActors('200: what is over its limit is named, and freezes FREE alone', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const project = await aProject(tenant);
  for (let count = 0; count < 4; count += 1) await aFeature(tenant, project);
  const over = async () => {
    const { limits, isFrozen } = await usageOf(tenant);
    return [limits.filter(({ isOver }) => isOver).map(({ name }) => name), isFrozen];
  };
  expect(await over()).toEqual([[], false]);
  await scenario.grantTier(tenant.tenantId, 'FREE');
  expect(await over()).toEqual([['featuresPerProject'], true]);
  await scenario.grantTier(tenant.tenantId, 'TEAM');
  for (let count = 0; count < 5; count += 1) await scenario.aWorkspace(tenant, `Workspace ${count}`);
  await scenario.aUser(tenant, 'MEMBER');
  await scenario.grantTier(tenant.tenantId, 'PRO');
  expect(await over()).toEqual([['workspaces', 'billableUsers'], false]);
  await scenario.grantTier(tenant.tenantId, 'FREE');
  expect(await over()).toEqual([['workspaces', 'featuresPerProject', 'billableUsers'], true]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));
