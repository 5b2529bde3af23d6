import { expect } from 'vitest';
import { buy, changeTo, openBilling } from '../support/billing.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { type Tenant, testInProcess, testWithActors as test } from '../support/scenario.ts';

const path = '/api/billing/change-tier';
const billing = await openBilling();
const { scenario, clock } = billing;
const hash = 'a'.repeat(64);
const days = (count: number) => clock.setTo(clock.now().getTime() + count * 24 * 3600_000);

const customers = async (tier: 'PRO' | 'TEAM'): Promise<Tenant> => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, tier);
  return tenant;
};
type Entry = { action: string; actor: object; metadata: object };
const changes = async ({ owner }: Tenant): Promise<Entry[]> =>
  (await owner.get<{ data: Entry[] }>('/api/v1/audit-log?size=100')).body.data?.filter(({ action }) =>
    action.startsWith('PLAN_'),
  );
const stored = async (tenant: Tenant): Promise<Entry[]> => {
  const range = { from: new Date(0), before: new Date(clock.now().getTime() + 1000) };
  const entries = await billing.ports['audit:read'].list({ tenantId: tenant.tenantId } as never, range, 100);
  return entries.filter(({ action }) => action.startsWith('PLAN_'));
};
const balanceOf = async (tenant: Tenant): Promise<number> => {
  const { plan } = await billing.standing(tenant);
  return billing.emulator.state.customers[plan.customerId!]!.balance;
};

test('200: PRO to TEAM has the seats of every billable user; the log names who asked', async () => {
  const tenant = await customers('PRO');
  for (let user = 0; user < 4; user += 1) await scenario.aUser(tenant, 'MEMBER');
  const { status, body } = await changeTo(billing, tenant, 'TEAM');
  expect(status).toBe(200);
  expect(body).toMatchObject({ tier: 'TEAM', paidSeats: 5, billableMembers: 5, pricePerSeatCents: 3900 });
  expect((await changes(tenant))[0]).toMatchObject({
    action: 'PLAN_UPGRADED',
    actor: { userId: tenant.userId },
    metadata: { oldTier: 'PRO', newTier: 'TEAM', billableCount: 5, startingQuantity: 5, usersAffectedByFacade: 4 },
  });
  await billing.settle();
  expect(await changes(tenant)).toHaveLength(2);
});

testInProcess('200: PRO to TEAM is charged now to the cent of the preview, TEAM to PRO credited', async () => {
  const tenant = await customers('PRO');
  days(10);
  const charge = await tenant.owner.post('/api/billing/preview', { tier: 'TEAM' });
  await changeTo(billing, tenant, 'TEAM');
  const paid = Object.values(billing.emulator.state.invoices).at(-1)!;
  expect([paid.status, paid.amount_paid]).toEqual(['paid', charge.body['dueNowCents']]);
  days(12);
  const credit = await tenant.owner.post('/api/billing/preview', { tier: 'PRO' });
  await changeTo(billing, tenant, 'PRO');
  expect(-(await balanceOf(tenant))).toBe(credit.body['creditCents']);
});

test('200: TEAM to PRO drops the cap, and leaves the stored roles', async () => {
  const tenant = await customers('TEAM');
  await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers: 9 });
  const member = await scenario.aUser(tenant, 'MEMBER', { [tenant.workspaceId]: 'EDITOR' });
  const { status, body } = await changeTo(billing, tenant, 'PRO');
  expect([status, body]).toMatchObject([200, { tier: 'PRO', paidSeats: 1, maxBillableUsers: null }]);
  expect((await member.get('/api/v1/me')).body).toMatchObject({ storedRole: 'MEMBER', effectiveRole: 'VIEWER' });
  expect((await stored(tenant))[0]).toMatchObject({
    action: 'PLAN_DOWNGRADED',
    metadata: { oldTier: 'TEAM', newTier: 'PRO', reason: 'REQUESTED' },
  });
  expect((await changeTo(billing, tenant, 'TEAM')).status).toBe(200);
  expect((await member.get('/api/v1/me')).body).toMatchObject({ effectiveRole: 'MEMBER' });
});

test('200: FREE is noted for the end of the period; the present tier undoes that', async () => {
  const tenant = await customers('TEAM');
  expect((await changeTo(billing, tenant, 'FREE')).body).toMatchObject({ tier: 'TEAM' });
  expect((await billing.standing(tenant)).plan.cancelAtPeriodEnd).toBe(true);
  expect((await changeTo(billing, tenant, 'TEAM')).body).toMatchObject({ tier: 'TEAM' });
  expect((await billing.standing(tenant)).plan.cancelAtPeriodEnd).toBe(false);
});

testInProcess('200: FREE comes at the end of the period', async () => {
  const tenant = await customers('TEAM');
  await changeTo(billing, tenant, 'FREE');
  await billing.settle();
  days(32);
  await billing.settle();
  expect((await billing.standing(tenant)).plan).toMatchObject({ tier: 'FREE', subscriptionId: null, stopping: [] });
  expect((await stored(tenant))[0]).toMatchObject({
    metadata: { oldTier: 'TEAM', newTier: 'FREE', reason: 'CANCELLED' },
  });
});

test('200: three Owners who ask at once are charged once', async () => {
  const tenant = await customers('PRO');
  const previewHash = await billing.preview(tenant, 'TEAM');
  const before = Object.keys(billing.emulator.state.invoices).length;
  const ask = () => tenant.owner.post(path, { tier: 'TEAM', previewHash });
  expect((await Promise.all([ask(), ask(), ask()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  const paid = Object.values(billing.emulator.state.invoices).slice(before);
  expect(paid.filter(({ amount_paid }) => amount_paid > 0)).toHaveLength(1);
  expect((await stored(tenant)).filter(({ action }) => action === 'PLAN_UPGRADED')).toHaveLength(2);
});

test('400: a tier, and the hash of its preview', async () => {
  const { owner } = await scenario.aTenant('FREE');
  await expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ tier: 'ENTERPRISE', previewHash: hash }, '#/tier', 'NOT_IN_ENUM'],
    [{ tier: 'TEAM', previewHash: 7 }, '#/previewHash', 'INVALID_TYPE'],
  ]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', path, { tier: 'TEAM', previewHash: hash }));

test('402: a declined card changes nothing: PAYMENT_DECLINED; mended, the same request is carried out', async () => {
  const tenant = await customers('PRO');
  const before = await billing.standing(tenant);
  billing.emulator.replaceCard(before.plan.customerId!, 'FAILS');
  const previewHash = await billing.preview(tenant, 'TEAM');
  const refused = await tenant.owner.post(path, { tier: 'TEAM', previewHash });
  expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_DECLINED']);
  await billing.settle();
  expect((await billing.standing(tenant)).plan.tier).toBe('PRO');
  billing.emulator.replaceCard(before.plan.customerId!, 'PAYS');
  expect((await tenant.owner.post(path, { tier: 'TEAM', previewHash })).body).toMatchObject({ tier: 'TEAM' });
});

test('403: only an Owner changes it', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const callers = [await scenario.aUser(tenant, 'ADMIN')];
  await expectForbidden(callers, 'POST', path, { tier: 'PRO', previewHash: hash });
});

test('409: who has bought nothing has nothing to change: NO_SUBSCRIPTION', async () => {
  for (const tier of ['FREE', 'TEAM'] as const) {
    const { status, body } = await changeTo(billing, await scenario.aTenant(tier), 'PRO');
    expect([status, body.code]).toEqual([409, 'NO_SUBSCRIPTION']);
  }
});

test('409: users who came since, and more than one Owner: PREVIEW_STALE, OWNERS_ABOVE_LIMIT', async () => {
  const tenant = await customers('TEAM');
  const [pro, team] = [await billing.preview(tenant, 'PRO'), await billing.preview(tenant, 'TEAM')];
  await scenario.aUser(tenant, 'OWNER');
  const send = async (tier: string, previewHash: string) =>
    (await tenant.owner.post(path, { tier, previewHash })).body.code;
  expect(await send('PRO', pro)).toBe('OWNERS_ABOVE_LIMIT');
  expect(await send('TEAM', team)).toBe('PREVIEW_STALE');
});

test('409: a contract is changed by contract: CONTRACT_TIER', async () => {
  const tenant = await customers('TEAM');
  const { plan } = await billing.standing(tenant);
  billing.emulator.state.subscriptions[plan.subscriptionId!]!.metadata['tier'] = 'ENTERPRISE';
  const { status, body } = await tenant.owner.post(path, { tier: 'PRO', previewHash: hash });
  expect([status, body.code]).toEqual([409, 'CONTRACT_TIER']);
});
