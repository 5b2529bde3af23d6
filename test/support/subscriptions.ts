import fc from 'fast-check';
import { grantedPlan, type Plan } from '#domain/billing/plan.ts';
import { priceKeys } from '#domain/billing/price-keys.ts';
import type { PaidSubscription, SubscriptionState } from '#domain/ports/payments.ts';

export const subscriptionStates = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const satisfies SubscriptionState[];

/** 2026-11-01 and 2026-12-01 at 00:00 UTC. */
export const november = { startsAt: 1_793_491_200, endsAt: 1_796_083_200 };

/** A TEAM subscription with five seats, paid for November. */
export const subscription = (of: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id: 'sub_1',
  itemId: 'si_1',
  state: 'active',
  priceKey: priceKeys.TEAM,
  unitAmountCents: 3900,
  quantity: 5,
  contractTier: null,
  createdAt: november.startsAt,
  periodStart: november.startsAt,
  periodEnd: november.endsAt,
  cancelAtPeriodEnd: false,
  endedAt: null,
  latestInvoice: { id: 'in_1', state: 'paid' },
  ...of,
});

/** The plan of a tenant that has bought `subscription()`. */
export const teamPlan = (of: Partial<Plan> = {}): Plan => ({
  ...grantedPlan('TEAM'),
  source: 'STRIPE',
  version: 7,
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  itemId: 'si_1',
  priceKey: priceKeys.TEAM,
  renewalSeats: 5,
  periodSeats: 5,
  periodStart: november.startsAt,
  periodEnd: november.endsAt,
  ...of,
});

/** A customer without subscription, who has or had one. */
export const freePlan = (of: Partial<Plan> = {}): Plan => ({
  ...grantedPlan('FREE'),
  source: 'STRIPE',
  version: 7,
  customerId: 'cus_1',
  ...of,
});

const quantity = fc.integer({ min: 1, max: 12 });
const periodStart = fc.constantFrom(november.startsAt, november.endsAt);

export const anySubscription = (id: string): fc.Arbitrary<PaidSubscription> =>
  fc
    .record({
      state: fc.constantFrom(...subscriptionStates),
      priceKey: fc.constantFrom(priceKeys.PRO, priceKeys.TEAM, 'other', null),
      contractTier: fc.constantFrom(null, null, null, 'ENTERPRISE', 'GOLD'),
      quantity,
      createdAt: fc.integer({ min: 0, max: 3 }),
      periodStart,
      cancelAtPeriodEnd: fc.boolean(),
      latestInvoice: fc.constantFrom(null, ...(['draft', 'open', 'paid', 'uncollectible', 'void'] as const)),
    })
    .map(({ latestInvoice, ...of }) =>
      subscription({
        ...of,
        id,
        itemId: `si_${id}`,
        periodEnd: of.periodStart + 30 * 24 * 3600,
        latestInvoice: latestInvoice && { id: `in_${id}`, state: latestInvoice },
      }),
    );

/** Up to three subscriptions of one customer. */
export const anySubscriptions: fc.Arbitrary<PaidSubscription[]> = fc
  .tuple(anySubscription('sub_1'), anySubscription('sub_2'), anySubscription('sub_3'), fc.nat({ max: 3 }))
  .map(([first, second, third, count]) => [first, second, third].slice(0, count));

export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    tier: fc.constantFrom('FREE', 'PRO', 'TEAM', 'ENTERPRISE'),
    source: fc.constantFrom('GRANT', 'STRIPE'),
    subscriptionId: fc.constantFrom(null, 'sub_1', 'sub_2', 'sub_gone'),
    priceKey: fc.constantFrom(priceKeys.PRO, priceKeys.TEAM, null),
    periodSeats: fc.option(quantity),
    renewalSeats: fc.option(quantity),
    periodStart,
    pastDueSince: fc.constantFrom(null, november.startsAt + 3600),
    seatPayment: fc.constantFrom('OK', 'DECLINED'),
    stopping: fc.subarray(['sub_1', 'sub_2', 'sub_3', 'sub_gone']),
  } as const)
  .map((of) => freePlan(of as Partial<Plan>));
