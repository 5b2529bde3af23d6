import { expect, test } from 'vitest';
import { derivePlan } from '#domain/billing/plan-rules.ts';
import { buy, changeTo, openBilling, openPage, type Page } from '../support/billing.ts';
import { DyingCalls, type End } from '../support/dying-calls.ts';
import type { Tenant } from '../support/scenario.ts';

/** In the whole size every crash, else every ninth. */
const EACH = process.env['FULL_SIZE'] === '1' ? 1 : 9;
/** What happens after a crash, until all is at rest. */
const aftermaths = ['the request again', 'events alone', 'a day of silence', 'events twice, then the request'] as const;
type Aftermath = (typeof aftermaths)[number];

const life = new DyingCalls();
const billing = await openBilling({ wrapPort: (name, port) => life.of(name, port) });
const { scenario, emulator, clock } = billing;

type Flow = {
  /** What is there before. */
  prepare(): Promise<Tenant>;
  act(tenant: Tenant): Promise<unknown>;
  /** Whether the whole story has ended as it would without a crash. */
  expectDone(tenant: Tenant): Promise<void>;
};

const tierOf = async (tenant: Tenant) => (await billing.standing(tenant)).plan.tier;
const paysFor = async (tenant: Tenant): Promise<string[]> => {
  const { customerId } = (await billing.standing(tenant)).plan;
  return Object.values(emulator.state.subscriptions)
    .filter(({ customer, status }) => customer === customerId && status === 'active')
    .map(({ id }) => id);
};
const customer = (tier: 'PRO' | 'TEAM') => async (): Promise<Tenant> => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, tier);
  return tenant;
};

const flows: Record<string, Flow> = {
  checkout: {
    prepare: () => scenario.aTenant('FREE'),
    act: (tenant) => openPage(billing, tenant, 'TEAM'),
    expectDone: async (tenant) => {
      const { status, body } = (await openPage(billing, tenant, 'TEAM')) as { status: number; body: Page };
      expect(status).toBe(200);
      const session = billing.sessionAt(body);
      emulator.pay(session.id, 'PAYS');
      await billing.settle();
      expect(await tierOf(tenant)).toBe('TEAM');
    },
  },
  'change of tier, up': {
    prepare: customer('PRO'),
    act: (tenant) => changeTo(billing, tenant, 'TEAM'),
    expectDone: async (tenant) => {
      expect((await changeTo(billing, tenant, 'TEAM')).status).toBe(200);
      expect(await tierOf(tenant)).toBe('TEAM');
    },
  },
  'change of tier, down': {
    prepare: customer('TEAM'),
    act: (tenant) => changeTo(billing, tenant, 'PRO'),
    expectDone: async (tenant) => {
      expect((await changeTo(billing, tenant, 'PRO')).status).toBe(200);
      expect(await tierOf(tenant)).toBe('PRO');
    },
  },
  'entry into FREE': {
    prepare: async () => {
      const tenant = await customer('TEAM')();
      const { subscriptionId } = (await billing.standing(tenant)).plan;
      const end = { subscriptionId: subscriptionId!, withCredit: false, key: `end:${subscriptionId}` };
      // Its event waits until somebody delivers.
      await billing.payments.cancel(end);
      return tenant;
    },
    act: (tenant) => applied(tenant),
    expectDone: async (tenant) => {
      await applied(tenant);
      expect(await tierOf(tenant)).toBe('FREE');
    },
  },
};

const applied = async (tenant: Tenant) => {
  const { customerId } = (await billing.standing(tenant)).plan;
  return billing.apply({ id: 'evt_1', type: 'invoice.paid', isLive: false, customerId });
};

const recover = async (how: Aftermath, { act }: Flow, tenant: Tenant): Promise<void> => {
  life.begin();
  if (how === 'the request again') await act(tenant);
  if (how === 'a day of silence') {
    emulator.controls.dropEvents = true;
    clock.setTo(clock.now().getTime() + 25 * 3600_000);
    await billing.reconcile();
    emulator.controls.dropEvents = false;
  }
  emulator.controls.duplicateEvents = how === 'events twice, then the request';
  await billing.settle();
  if (how === 'events twice, then the request') await act(tenant);
  emulator.controls.duplicateEvents = false;
  await billing.settle();
};

/** B4, B7, B8: the plan is what the provider says, one subscription lives at most, and each tier was told when it came. */
const expectAtRest = async (tenant: Tenant, where: string): Promise<void> => {
  const { plan } = await billing.standing(tenant);
  if (plan.customerId !== null) {
    const shown = await billing.payments.listSubscriptions(plan.customerId);
    expect(derivePlan(shown, plan, clock.now()).isChanged, where).toBe(false);
  }
  expect((await paysFor(tenant)).length, where).toBe(plan.subscriptionId === null ? 0 : 1);
  const range = { from: new Date(0), before: new Date(clock.now().getTime() + 1000) };
  const entries = await billing.ports['audit:read'].list({ tenantId: tenant.tenantId } as never, range, 100);
  const tiers = entries.filter(({ action }) => action.startsWith('PLAN_')).map(({ metadata }) => metadata);
  expect(tiers[0]?.['newTier'] ?? 'FREE', where).toBe(plan.tier);
  for (const [at, { oldTier }] of tiers.entries()) expect(oldTier, where).toBe(tiers[at + 1]?.['newTier'] ?? 'FREE');
};

test.each(Object.entries(flows))(
  '%s: ended before and after every call, in four ways to go on, it ends as without',
  async (name, flow) => {
    const rehearsal = await flow.prepare();
    life.begin();
    await flow.act(rehearsal);
    const calls = [...life.calls];
    await billing.settle();
    await expectAtRest(rehearsal, `${name}, without a crash`);
    const ends = calls.flatMap((_, call): End[] => [
      { call, when: 'before' },
      { call, when: 'after' },
    ]);
    const cases = ends.flatMap((end) => aftermaths.map((how) => ({ end, how }))).filter((_, turn) => turn % EACH === 0);
    for (const { end, how } of cases) {
      const where = `${name}, ${calls[end.call]} ${end.when}, ${how}`;
      life.begin();
      const tenant = await flow.prepare();
      life.begin(end);
      await flow.act(tenant).catch(() => undefined);
      await recover(how, flow, tenant);
      await expectAtRest(tenant, where);
      await flow.expectDone(tenant);
      await billing.settle();
      await expectAtRest(tenant, where);
    }
    console.log(`${name}: ${cases.length} crashes at ${calls.length} calls (${calls.join(', ')})`);
  },
  300_000,
);
