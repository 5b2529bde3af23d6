import { expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { auditOfService } from '#domain/audit/audit-entry.ts';
import { applyPlan } from '#domain/billing/apply-plan.ts';
import type { Plan } from '#domain/billing/plan.ts';
import { derivePlan } from '#domain/billing/plan-rules.ts';
import { priceKeys } from '#domain/billing/price-keys.ts';
import type { PaidSubscription, Payments } from '#domain/ports/payments.ts';
import type { BillingHeader, PlanReader, PlanWriter } from '#domain/ports/plan-repository.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { freePlan, november, subscription } from '../../support/subscriptions.ts';

const now = new Date((november.startsAt + 3600) * 1000);
const runtime = { ...systemRuntime, now: () => now, wait: async () => undefined };
const scope = mintScope.tenant('01900000-0000-7000-8000-000000000001');

const team = (of: Partial<PaidSubscription>) => subscription({ quantity: 3, ...of });
const proPrice = { priceKey: priceKeys.PRO, unitAmountCents: 2000, quantity: 1 };
const next = subscription({ id: 'sub_2', itemId: 'si_2', createdAt: november.startsAt + 9, ...proPrice });
const ended = { id: 'in_1', state: 'void' } as const;
/** What the provider shows after each of seven events: bought, paid, grown, ended, undone, overdue, and bought anew. */
const history: readonly (readonly PaidSubscription[])[] = [
  [],
  [team({ state: 'incomplete' })],
  [team({})],
  [team({ quantity: 5 })],
  [team({ quantity: 5, cancelAtPeriodEnd: true })],
  [team({ quantity: 5 })],
  [team({ quantity: 5, state: 'past_due' })],
  [next, team({ quantity: 5, state: 'canceled', latestInvoice: ended })],
];
const last = history.length - 1;

const orders = (rest: readonly number[]): number[][] =>
  rest.length === 0
    ? [[]]
    : rest.flatMap((one) => orders(rest.filter((each) => each !== one)).map((more) => [one, ...more]));

type Store = { plan: Plan; entries: { action: string; newTier: unknown }[] };

/** A table that writes at the version that was read, or, planted, at any. */
const portsOf = (store: Store, payments: Partial<Payments>, checksVersion: boolean) => {
  const billing: BillingHeader = {
    ownerCount: 1,
    billableCount: 1,
    viewerCount: 0,
    workspaceCount: 1,
    maxBillableUsers: null,
    seatsChangedAt: null,
    retriesDeclined: false,
  };
  const writer: Pick<PlanWriter, 'apply'> = {
    apply: async (_scope, { plan, entries }) => {
      if (checksVersion && plan.version !== store.plan.version) return 'CHANGED';
      store.plan = { ...plan, version: store.plan.version + 1 };
      store.entries.push(...entries.map(({ action, metadata }) => ({ action, newTier: metadata['newTier'] })));
      return 'DONE';
    },
  };
  const reader: Pick<PlanReader, 'get'> = { get: async () => ({ plan: store.plan, billing }) };
  const provider = {
    graceDays: 0,
    cancel: async () => undefined,
    voidOpenInvoices: async () => undefined,
    ...payments,
  };
  return { 'plans:read': reader, 'plans:write': writer, 'payments:ask': provider } as unknown as Parameters<
    typeof applyPlan
  >[2];
};

/**
 * Events in this order, two workers at a time while the history grows: the first has fetched when the second begins, and writes after it.
 * The last pair is the last event and an early one, which comes again.
 */
const deliver = async (order: readonly number[], checksVersion: boolean): Promise<Store> => {
  const store: Store = { plan: freePlan({ customerId: 'cus_1' }), entries: [] };
  let happened = 0;
  const apply = (listSubscriptions: Payments['listSubscriptions']) =>
    applyPlan(
      scope,
      {
        entryOf: (action, plan, facts) =>
          auditOfService(plan, runtime)(action, { type: 'TENANT', id: scope.tenantId }, facts),
      },
      portsOf(store, { listSubscriptions }, checksVersion),
      runtime,
    );
  const pair = async (first: number, second: number): Promise<void> => {
    happened = Math.max(happened, first);
    const gate = Promise.withResolvers<void>();
    let fetched = history[happened]!;
    const slow = apply(async () => {
      const shown = fetched;
      await gate.promise;
      fetched = history[happened]!;
      return [...shown];
    });
    happened = Math.max(happened, second);
    await apply(async () => [...history[happened]!]);
    gate.resolve();
    await slow;
  };
  for (let at = 0; at + 1 < order.length; at += 2) await pair(order[at]!, order[at + 1]!);
  await pair(order[0]!, order.at(-1)!);
  return store;
};

const all = orders([1, 2, 3, 4, 5, 6, 7]);

test('5,040 orders of 7 events, with duplicates, two workers and a growing history, end in one state', async () => {
  expect(all).toHaveLength(5040);
  const { plan: wanted } = derivePlan(history[last]!, freePlan({ customerId: 'cus_1' }), now);
  const states = new Set<string>();
  for (const order of all) {
    const { plan, entries } = await deliver(order, true);
    states.add(JSON.stringify({ ...plan, version: 0 }));
    // Each change of tier has its entry, and the last one names the tier.
    expect(entries.at(-1)).toMatchObject({ newTier: 'PRO' });
  }
  expect([...states]).toEqual([JSON.stringify({ ...wanted, version: 0 })]);
}, 120_000);

test('planted: a write that does not look at the version ends in wrong states', async () => {
  const { plan: wanted } = derivePlan(history[last]!, freePlan({ customerId: 'cus_1' }), now);
  let wrong = 0;
  for (const order of all) {
    const { plan } = await deliver(order, false);
    if (JSON.stringify({ ...plan, version: 0 }) !== JSON.stringify({ ...wanted, version: 0 })) wrong += 1;
  }
  console.log(`without the version: ${wrong} of ${all.length} orders end wrong`);
  expect(wrong).toBeGreaterThan(0);
}, 120_000);
