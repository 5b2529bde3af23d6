import { expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/billing/subscription-status';
const scenario = await openScenario();
const none = { maxBillableUsers: null, currentPeriodEnd: null };

test('200: the tier of the tenant with its seats and limits', async () => {
  const { owner } = await scenario.aTenant();
  const { status, body } = await owner.get(path);
  expect(status).toBe(200);
  expect(body).toMatchObject({ tier: 'TEAM', pricePerSeatCents: 3900, seatFloor: 3, monthlyTokensPerSeat: 40_000_000 });
});

testWithActors('200: every tier by the table of the specification', async () => {
  const rows = [
    ['FREE', { paidSeats: 0, pricePerSeatCents: null, seatFloor: null, monthlyTokensPerSeat: 2e6, dailyTokenCap: 2e5 }],
    ['PRO', { paidSeats: 1, pricePerSeatCents: 2000, seatFloor: 1, monthlyTokensPerSeat: 15e6, dailyTokenCap: null }],
    ['TEAM', { paidSeats: 3, pricePerSeatCents: 3900, seatFloor: 3, monthlyTokensPerSeat: 40e6, dailyTokenCap: null }],
    [
      'ENTERPRISE',
      { paidSeats: 1, pricePerSeatCents: null, seatFloor: null, monthlyTokensPerSeat: null, dailyTokenCap: null },
    ],
  ] as const;
  for (const [tier, terms] of rows) {
    const { owner } = await scenario.aTenant(tier);
    const { body } = await owner.get(path);
    expect(body).toEqual({ tier, billableMembers: 1, viewerCount: 0, ...none, ...terms });
  }
});

testWithActors('200: Owners, Admins and Members are billable, Viewers are not; everybody may look', async () => {
  const tenant = await scenario.aTenant('TEAM');
  for (const role of ['ADMIN', 'MEMBER', 'MEMBER'] as const) await scenario.aUser(tenant, role);
  const viewer = await scenario.aUser(tenant, 'VIEWER');
  const { body } = await viewer.get(path);
  expect(body).toMatchObject({ billableMembers: 4, viewerCount: 1, paidSeats: 4 });
});

testWithActors('200: what was bought wins over the formula', async () => {
  const tenant = await scenario.aTenant('ENTERPRISE');
  const none = { auditDays: null, requestsPerMinute: null, graceDays: null };
  const terms = { ...none, pricePerSeatCents: 2500, seatFloor: 20 };
  await scenario.grantTier(tenant.tenantId, 'ENTERPRISE', { periodSeats: 40, periodEnd: 1_795_000_000, terms });
  const header = keys.billing(mintScope.tenant(tenant.tenantId));
  await scenario.target.tables!(tenant.tenantId).update(header, [set('maxBillableUsers', 40)]);
  expect((await tenant.owner.get(path)).body).toMatchObject({
    paidSeats: 40,
    pricePerSeatCents: 2500,
    seatFloor: 20,
    maxBillableUsers: 40,
    currentPeriodEnd: 1_795_000_000,
  });
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));
