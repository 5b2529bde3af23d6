import { expect } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { auditOfService } from '#domain/audit/audit-entry.ts';
import { grantedPlan } from '#domain/billing/plan.ts';
import { buy, openBilling, openPage } from '../support/billing.ts';
import { testInProcess, testWithActors as test, type Tenant } from '../support/scenario.ts';

const billing = await openBilling();
const { scenario, emulator, clock, requests } = billing;
const hours = (count: number) => clock.setTo(clock.now().getTime() + count * 3600_000);
const planOf = async (tenant: Tenant) => (await billing.standing(tenant)).plan;
const event = async (tenant: Tenant, type = 'customer.subscription.updated') => ({
  id: 'evt_1',
  type,
  isLive: false,
  customerId: (await planOf(tenant)).customerId,
});
const customer = async (tier: 'PRO' | 'TEAM' = 'TEAM'): Promise<Tenant> => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, tier);
  return tenant;
};
const subscriptionOf = async (tenant: Tenant) => {
  const { customerId } = await planOf(tenant);
  return Object.values(emulator.state.subscriptions).filter((one) => one.customer === customerId);
};

testInProcess('apply-payments: one fetch, and nothing is written where nothing changed', async () => {
  const tenant = await customer();
  const { version } = await planOf(tenant);
  const asked = requests.length;
  expect(await billing.apply(await event(tenant))).toEqual({ plans: 1, changed: 0, unknownCustomers: 0, alarms: [] });
  expect(requests.slice(asked).map((each) => each.split('?')[0])).toEqual(['GET /v1/subscriptions']);
  expect((await planOf(tenant)).version).toBe(version);
});

testInProcess('apply-payments: an event about nobody of ours changes nothing, and is counted', async () => {
  const asked = requests.length;
  const unknown = { id: 'evt_1', type: 'invoice.paid', isLive: false, customerId: 'cus_unknown' };
  expect(await billing.apply(unknown)).toMatchObject({ plans: 0, unknownCustomers: 1 });
  expect(requests.length).toBe(asked);
});

testInProcess(
  'apply-payments: a renewal that fails ends the tier at once, drops the cap, and stops the subscription',
  async () => {
    const tenant = await customer();
    await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers: 5 });
    const [subscription] = await subscriptionOf(tenant);
    emulator.replaceCard(subscription!.customer, 'FAILS');
    hours(31 * 24 + 2);
    await billing.settle();
    expect(await billing.standing(tenant)).toMatchObject({
      plan: { tier: 'FREE', subscriptionId: null, stopping: [] },
      billing: { maxBillableUsers: null },
    });
    expect((await subscriptionOf(tenant)).map(({ status }) => status)).toEqual(['canceled']);
    const invoices = Object.values(emulator.state.invoices).filter((one) => one.customer === subscription!.customer);
    expect(invoices.filter(({ status }) => status === 'open')).toEqual([]);
    const entries = await billing.ports['audit:read'].list(
      { tenantId: tenant.tenantId } as never,
      { from: new Date(0), before: new Date(clock.now().getTime() + 1000) },
      10,
    );
    expect(entries.find(({ action }) => action === 'PLAN_DOWNGRADED')).toMatchObject({
      metadata: { oldTier: 'TEAM', newTier: 'FREE', reason: 'PAYMENT_FAILED' },
    });
  },
);

testInProcess(
  'apply-payments: what could not be stopped is stopped by the clock, a quarter of an hour later',
  async () => {
    const tenant = await customer();
    const [subscription] = await subscriptionOf(tenant);
    emulator.replaceCard(subscription!.customer, 'FAILS');
    emulator.controls.dropEvents = true;
    hours(31 * 24 + 2);
    emulator.catchUp();
    const payments = billing.ports['payments:ask'];
    const { cancel } = payments;
    payments.cancel = async () => {
      throw new Error('The provider is down.');
    };
    await expect(billing.apply(await event(tenant))).rejects.toThrow('down');
    payments.cancel = cancel;
    expect(await planOf(tenant)).toMatchObject({ tier: 'FREE', stopping: [subscription!.id] });
    expect(await billing.apply()).toMatchObject({ plans: 0 });
    hours(0.26);
    expect(await billing.apply()).toMatchObject({ plans: 1 });
    expect((await subscriptionOf(tenant)).map(({ status }) => status)).toEqual(['canceled']);
    hours(0.26);
    await billing.apply();
    expect((await planOf(tenant)).stopping).toEqual([]);
    emulator.controls.dropEvents = false;
  },
);

testInProcess('apply-payments: a second live subscription ends with credit, and is an alarm', async () => {
  const tenant = await customer('PRO');
  const [first] = await subscriptionOf(tenant);
  const checkout = {
    tenantId: tenant.tenantId,
    customerId: first!.customer,
    tier: 'TEAM' as const,
    quantity: 3,
    lockId: 'other',
    expiresAt: clock.seconds + 1900,
  };
  const session = await billing.payments.openCheckout(checkout);
  emulator.controls.dropEvents = true;
  emulator.pay(session.sessionId, 'PAYS');
  expect(await billing.apply(await event(tenant))).toMatchObject({ alarms: ['SECOND_SUBSCRIPTION'] });
  emulator.controls.dropEvents = false;
  const live = (await subscriptionOf(tenant)).filter(({ status }) => status === 'active');
  expect(live.map(({ id }) => id)).toEqual([first!.id]);
  expect(emulator.state.customers[first!.customer]!.balance).toBe(-11_700);
  await billing.apply(await event(tenant));
  expect(await planOf(tenant)).toMatchObject({ tier: 'PRO', subscriptionId: first!.id, stopping: [] });
});

testInProcess(
  'reconcile-payments: what no event told is found within a day, counted as drift, and put right',
  async () => {
    const tenant = await customer();
    const [subscription] = await subscriptionOf(tenant);
    await billing.reconcile();
    emulator.controls.dropEvents = true;
    await billing.payments.cancel({ subscriptionId: subscription!.id, withCredit: false, key: 'by-hand' });
    emulator.controls.dropEvents = false;
    hours(23);
    await billing.reconcile();
    expect((await planOf(tenant)).tier).toBe('TEAM');
    hours(2);
    const report = await billing.reconcile();
    expect(report.changed).toBeGreaterThanOrEqual(1);
    expect(await planOf(tenant)).toMatchObject({ tier: 'FREE', subscriptionId: null });
    hours(25);
    expect(await billing.reconcile()).toMatchObject({ changed: 0 });
  },
);

testInProcess('reconcile-payments: what fails for one tenant stops no other', async () => {
  const [ill, well] = [await customer('PRO'), await customer('PRO')];
  const illCustomer = (await planOf(ill)).customerId;
  const payments = billing.ports['payments:ask'];
  const { listSubscriptions } = payments;
  payments.listSubscriptions = async (id: string) => {
    if (id === illCustomer) throw new Error('No answer.');
    return listSubscriptions(id);
  };
  const before = (await planOf(well)).version;
  hours(25);
  await expect(billing.reconcile()).rejects.toThrow(/^1 of \d+ plans could not be applied$/);
  expect((await planOf(well)).version).toBe(before + 1);
  payments.listSubscriptions = listSubscriptions;
});

const endedAtProvider = async (tenant: Tenant): Promise<void> => {
  await tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers: 9 });
  const { subscriptionId } = await planOf(tenant);
  await billing.payments.cancel({
    subscriptionId: subscriptionId!,
    withCredit: false,
    key: `by-hand:${subscriptionId}`,
  });
};
const ended = { plan: { tier: 'FREE', subscriptionId: null }, billing: { maxBillableUsers: null } };

test('apply-payments: a subscription that ended at the provider ends the tier and the cap', async () => {
  const tenant = await customer();
  await endedAtProvider(tenant);
  await billing.settle();
  expect(await billing.standing(tenant)).toMatchObject(ended);
});

test('apply-payments: what is still to be stopped is stopped by the clock', async () => {
  const tenant = await customer('PRO');
  const { plan } = await billing.standing(tenant);
  const stopping = { ...plan, subscriptionId: null, itemId: null, stopping: [plan.subscriptionId!] };
  const change = { plan: stopping, nextCheckAt: clock.now().toISOString(), clearsCap: false, entries: [] };
  expect(await billing.ports['plans:write'].apply(mintScope.tenant(tenant.tenantId), change)).toBe('DONE');
  await billing.letAllBeDue();
  await billing.apply();
  await billing.apply();
  expect((await subscriptionOf(tenant)).map(({ status }) => status)).toEqual(['canceled']);
});

test('reconcile-payments: the daily look applies what no event told', async () => {
  const tenant = await customer();
  emulator.controls.dropEvents = true;
  await endedAtProvider(tenant);
  emulator.controls.dropEvents = false;
  await billing.letAllBeDue();
  expect((await billing.reconcile()).changed).toBeGreaterThanOrEqual(1);
  expect(await billing.standing(tenant)).toMatchObject(ended);
});

const minutes = (count: number) => clock.setTo(clock.now().getTime() + count * 60_000);

testInProcess(
  'reconcile-payments: a first purchase that no event tells of is found once its page has ended',
  async () => {
    const tenant = await scenario.aTenant('FREE');
    const { body } = await openPage(billing, tenant, 'TEAM');
    emulator.controls.dropEvents = true;
    emulator.pay(billing.sessionAt(body).id, 'PAYS');
    emulator.controls.dropEvents = false;
    minutes(30);
    await billing.reconcile();
    expect((await planOf(tenant)).tier).toBe('FREE');
    minutes(2);
    expect(await billing.reconcile()).toMatchObject({ changed: 1 });
    expect(await planOf(tenant)).toMatchObject({ tier: 'TEAM', renewalSeats: 3 });
  },
);

testInProcess(
  'reconcile-payments: a tenant is not closed while a page can be paid; afterwards its plan goes, and events change nothing',
  async () => {
    const tenant = await scenario.aTenant('FREE');
    expect((await openPage(billing, tenant, 'TEAM')).status).toBe(200);
    const told = await event(tenant);
    const close = () => {
      const target = { type: 'USER' as const, id: tenant.userId };
      const entry = auditOfService(grantedPlan('FREE'), billing.runtime)('TENANT_LEFT', target, { isClosed: true });
      return billing.ports['tenants:close'].close(mintScope.tenant(tenant.tenantId), tenant.userId, entry);
    };
    expect(await close()).toBe('IN_USE');
    minutes(32);
    expect(await close()).toBe('DONE');
    expect(await billing.apply(told)).toMatchObject({ plans: 0, unknownCustomers: 1 });
    await billing.reconcile();
    const { items } = await billing.tables(tenant.tenantId).query({ pk: `T#${tenant.tenantId}#PLAN` });
    expect(items).toEqual([]);
    expect(await billing.fsck()).toEqual([]);
  },
);
