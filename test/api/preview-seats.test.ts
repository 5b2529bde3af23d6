import { expect } from 'vitest';
import { buy, openBilling } from '../support/billing.ts';
import { expectForbidden, expectUnauthenticated } from '../support/expectations.ts';
import { testInProcess, testWithActors as test } from '../support/scenario.ts';

const path = '/api/manage/seat-preview';
const billing = await openBilling();
const { scenario, clock } = billing;

testInProcess(
  '200: a seat beyond the floor costs what is left of the period, and the provider is not asked',
  async () => {
    const tenant = await scenario.aTenant('FREE');
    await buy(billing, tenant, 'TEAM');
    const { plan } = await billing.standing(tenant);
    clock.setTo((plan.periodEnd! - (plan.periodEnd! - plan.periodStart!) / 2) * 1000);
    billing.requests.length = 0;
    expect((await tenant.owner.get(`${path}?add=3`)).body).toEqual({
      billableAfter: 4,
      paidSeatsAfter: 4,
      dueNowCents: 1950,
      nextRenewalCents: 15_600,
      floorHeadroomUsed: false,
      wouldExceedCap: false,
    });
    expect(billing.requests).toEqual([]);
  },
);

test('200: without add it is about one; within the floor nothing is due', async () => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, 'TEAM');
  const { status, body } = await tenant.owner.get(path);
  expect([status, body]).toMatchObject([
    200,
    { billableAfter: 2, paidSeatsAfter: 3, dueNowCents: 0, nextRenewalCents: 11_700, floorHeadroomUsed: true },
  ]);
});

test('200: the cap of the Owner, and the one seat of FREE and PRO, are said to be exceeded; an Admin may look', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers: 5 });
  const admin = await scenario.aUser(tenant, 'ADMIN');
  const exceeds = async (add: number) => (await admin.get(`${path}?add=${add}`)).body['wouldExceedCap'];
  expect([await exceeds(3), await exceeds(4)]).toEqual([false, true]);
  for (const tier of ['FREE', 'PRO'] as const)
    expect((await (await scenario.aTenant(tier)).owner.get(path)).body).toMatchObject({ wouldExceedCap: true });
});

test('400: add is a whole number from 1 to 10,000', async () => {
  const { owner } = await scenario.aTenant();
  for (const add of ['0', '10001', '1.5', 'x']) {
    const { status, body } = await owner.get(`${path}?add=${add}`);
    expect([status, body.code], add).toEqual([400, 'INVALID_PARAMETER']);
  }
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

test('403: Members and Viewers do not manage users', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const callers = [await scenario.aUser(tenant, 'MEMBER'), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'GET', path);
});
