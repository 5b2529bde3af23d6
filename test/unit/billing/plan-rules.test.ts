import { describe, expect, test } from 'vitest';
import { grantedPlan, type Plan } from '#domain/billing/plan.ts';
import { cancelsAt, derivePlan, tierChangeFacts, type TierChange, tierOf } from '#domain/billing/plan-rules.ts';
import { priceKeys } from '#domain/billing/price-keys.ts';
import type { PaidSubscription } from '#domain/ports/payments.ts';
import { freePlan, november, subscription, teamPlan } from '../../support/subscriptions.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);
const day = 24 * 3600;
const now = at(november.startsAt + 10 * day);
const since = now.getTime() / 1000;
const pro = (of: Partial<PaidSubscription> = {}) =>
  subscription({ priceKey: priceKeys.PRO, unitAmountCents: 2000, quantity: 1, ...of });
const proPlan = (of: Partial<Plan> = {}) =>
  teamPlan({ tier: 'PRO', priceKey: priceKeys.PRO, renewalSeats: 1, periodSeats: 1, ...of });
const contract = (of: Partial<PaidSubscription> = {}) =>
  subscription({ priceKey: null, contractTier: 'ENTERPRISE', quantity: 40, ...of });
const enterprisePlan = (of: Partial<Plan> = {}) =>
  teamPlan({ tier: 'ENTERPRISE', priceKey: null, renewalSeats: 40, periodSeats: 40, ...of });
const stop = (subscriptionId: string, isPaid: boolean) => ({
  subscriptionId,
  withCredit: isPaid,
  voidsInvoices: !isPaid,
});

describe('specification §3, billing tier behaviour', () => {
  test('FREE, upgrade to TEAM: TEAM with the seats that were bought, and an audit entry of it', () => {
    expect(derivePlan([subscription()], freePlan(), now)).toEqual({
      plan: teamPlan(),
      isChanged: true,
      tierChange: { action: 'PLAN_UPGRADED', oldTier: 'FREE', newTier: 'TEAM', startingQuantity: 5 },
      clearsCap: false,
      checksSeats: true,
      stops: [],
      alarms: [],
    });
  });

  test('PRO, upgrade to TEAM: TEAM, and the peak is the new quantity', () => {
    const { plan, tierChange } = derivePlan([subscription({ quantity: 3 })], proPlan({ periodSeats: 9 }), now);
    expect(plan).toEqual(teamPlan({ renewalSeats: 3, periodSeats: 3 }));
    expect(tierChange).toEqual({ action: 'PLAN_UPGRADED', oldTier: 'PRO', newTier: 'TEAM', startingQuantity: 3 });
  });

  test('FREE, upgrade to PRO: PRO with one seat, and no seats to compare', () => {
    const derived = derivePlan([pro()], freePlan(), now);
    expect(derived).toMatchObject({ plan: proPlan(), checksSeats: false, clearsCap: false });
  });

  test('TEAM, downgrade to PRO: one seat, the cap goes, a declined seat is forgotten, the reason is REQUESTED', () => {
    const derived = derivePlan([pro()], teamPlan({ seatPayment: 'DECLINED' }), now);
    expect(derived).toMatchObject({ plan: proPlan(), clearsCap: true });
    expect(derived.tierChange).toEqual({
      action: 'PLAN_DOWNGRADED',
      oldTier: 'TEAM',
      newTier: 'PRO',
      reason: 'REQUESTED',
    });
  });

  test.each([
    ['PRO', proPlan(), pro],
    ['TEAM', teamPlan(), subscription],
    ['ENTERPRISE', enterprisePlan(), contract],
  ] as const)('%s, subscription cancelled: FREE, the cap goes, nothing is left to end', (tier, plan, of) => {
    const before = { ...plan, immediateInvoices: { day: '2026-11-02', count: 3 }, cancelAtPeriodEnd: true };
    expect(derivePlan([of({ state: 'canceled', endedAt: november.endsAt })], before, now)).toEqual({
      plan: freePlan(),
      isChanged: true,
      tierChange: { action: 'PLAN_DOWNGRADED', oldTier: tier, newTier: 'FREE', reason: 'CANCELLED' },
      clearsCap: true,
      checksSeats: false,
      stops: [],
      alarms: [],
    });
  });

  test.each([
    ['PRO', 'past_due', proPlan(), pro],
    ['PRO', 'unpaid', proPlan(), pro],
    ['TEAM', 'past_due', teamPlan({ seatPayment: 'DECLINED' }), subscription],
    ['TEAM', 'unpaid', teamPlan(), subscription],
  ] as const)('%s, payment failure (%s): FREE at once, and the subscription stops', (tier, state, plan, of) => {
    expect(derivePlan([of({ state })], plan, now)).toEqual({
      plan: freePlan({ stopping: ['sub_1'] }),
      isChanged: true,
      tierChange: { action: 'PLAN_DOWNGRADED', oldTier: tier, newTier: 'FREE', reason: 'PAYMENT_FAILED' },
      clearsCap: true,
      checksSeats: false,
      stops: [stop('sub_1', false)],
      alarms: [],
    });
  });
});

describe('the eight states of a subscription', () => {
  test.each([
    ['active', 'TEAM'],
    ['trialing', 'TEAM'],
    ['past_due', 'FREE'],
    ['unpaid', 'FREE'],
    ['incomplete', 'FREE'],
    ['incomplete_expired', 'FREE'],
    ['canceled', 'FREE'],
    ['paused', 'FREE'],
  ] as const)('%s is %s without grace', (state, tier) => {
    expect(derivePlan([subscription({ state })], teamPlan(), now).plan.tier).toBe(tier);
    expect(derivePlan([subscription({ state })], freePlan(), now).plan.tier).toBe(tier);
  });

  test('a checkout that is not paid yet is left alone', () => {
    const derived = derivePlan([subscription({ state: 'incomplete' })], freePlan(), now);
    expect(derived).toMatchObject({ plan: freePlan(), isChanged: false, stops: [], tierChange: null });
  });
});

describe('grace', () => {
  const overdue = subscription({ state: 'past_due' });

  test('the tier stays from when the failure was first seen until the last second of grace', () => {
    const first = derivePlan([overdue], teamPlan(), now, 3);
    expect(first.plan).toEqual(teamPlan({ pastDueSince: since }));
    expect(first).toMatchObject({ isChanged: true, tierChange: null, stops: [], clearsCap: false });
    const last = derivePlan([overdue], first.plan, at(since + 3 * day - 1), 3);
    expect(last).toMatchObject({ plan: { pastDueSince: since }, isChanged: false });
    expect(derivePlan([overdue], first.plan, at(since + 3 * day), 3)).toMatchObject({
      plan: { tier: 'FREE', pastDueSince: null, stopping: ['sub_1'] },
      tierChange: { reason: 'PAYMENT_FAILED' },
    });
  });

  test('what is paid again is no longer overdue', () => {
    const { plan, tierChange } = derivePlan([subscription()], teamPlan({ pastDueSince: since }), now, 3);
    expect(plan).toEqual(teamPlan());
    expect(tierChange).toBeNull();
  });

  test('an overdue one that the provider ended meanwhile was a failed payment, and its open invoice is void', () => {
    const ended = subscription({ state: 'canceled', latestInvoice: { id: 'in_9', state: 'open' } });
    const derived = derivePlan([ended], teamPlan({ pastDueSince: since }), now, 3);
    expect(derived.tierChange).toMatchObject({ reason: 'PAYMENT_FAILED' });
    expect(derived.stops).toEqual([stop('sub_1', false)]);
  });

  test('another subscription has a grace of its own', () => {
    const plan = teamPlan({ subscriptionId: 'sub_0', pastDueSince: since - 9 * day });
    expect(derivePlan([overdue], plan, now, 3).plan).toMatchObject({ tier: 'TEAM', pastDueSince: since });
  });

  test('a contract has thirty days, or those that it says, whatever the stage says', () => {
    const late = contract({ state: 'past_due' });
    const overdueFor = (days: number, of: Partial<Plan> = {}) =>
      derivePlan([late], enterprisePlan({ pastDueSince: since - days * day, ...of }), now, 3).plan.tier;
    const terms = { pricePerSeatCents: null, seatFloor: null, auditDays: null, requestsPerMinute: null };
    expect(overdueFor(29)).toBe('ENTERPRISE');
    expect(overdueFor(30)).toBe('FREE');
    expect(overdueFor(44, { terms: { ...terms, graceDays: 45 } })).toBe('ENTERPRISE');
    expect(overdueFor(45, { terms: { ...terms, graceDays: 45 } })).toBe('FREE');
    expect(overdueFor(29, { terms: { ...terms, graceDays: null } })).toBe('ENTERPRISE');
    expect(overdueFor(30, { terms: { ...terms, graceDays: null } })).toBe('FREE');
  });
});

describe('stopping', () => {
  const stopped = freePlan({ stopping: ['sub_1'] });

  test('a dead subscription that is paid after all buys nothing: it ends with credit', () => {
    const derived = derivePlan([subscription()], stopped, now);
    expect(derived).toMatchObject({ plan: stopped, isChanged: false, stops: [stop('sub_1', true)], alarms: [] });
  });

  test('a subscription is stopping until it is ended and its invoice cannot be paid any more', () => {
    const after = (latestInvoice: PaidSubscription['latestInvoice']) =>
      derivePlan([subscription({ state: 'canceled', latestInvoice })], stopped, now);
    const open = after({ id: 'in_1', state: 'open' });
    expect(open).toMatchObject({ plan: { stopping: ['sub_1'] }, stops: [stop('sub_1', false)] });
    for (const done of [after({ id: 'in_1', state: 'void' }), after(null)])
      expect(done).toMatchObject({ plan: freePlan(), stops: [], isChanged: true });
    expect(derivePlan([], stopped, now).plan).toEqual(freePlan());
  });

  test('the open invoice of an ended subscription that never was ours is left alone', () => {
    const ended = subscription({ state: 'canceled', latestInvoice: { id: 'in_1', state: 'open' } });
    expect(derivePlan([ended], freePlan(), now).stops).toEqual([]);
  });
});

describe('two subscriptions of one customer', () => {
  const older = subscription({ id: 'sub_old', createdAt: 1 });
  const newer = pro({ id: 'sub_new', createdAt: 2 });
  const inBothOrders = (one: PaidSubscription, other: PaidSubscription, plan: Plan) =>
    [derivePlan([one, other], plan, now), derivePlan([other, one], plan, now)] as const;

  test('the recorded one stays, the other ends with credit and an alarm', () => {
    for (const derived of inBothOrders(newer, older, teamPlan({ subscriptionId: 'sub_old' }))) {
      expect(derived.plan).toMatchObject({ tier: 'TEAM', subscriptionId: 'sub_old', stopping: ['sub_new'] });
      expect(derived).toMatchObject({ stops: [stop('sub_new', true)], alarms: ['SECOND_SUBSCRIPTION'] });
    }
  });

  test('without a recorded one the newest stays', () => {
    for (const { plan } of inBothOrders(newer, older, freePlan()))
      expect(plan).toMatchObject({ tier: 'PRO', subscriptionId: 'sub_new', stopping: ['sub_old'] });
  });

  test('of two made in the same second the same one stays in any order', () => {
    for (const { plan } of inBothOrders({ ...newer, createdAt: 1 }, older, freePlan()))
      expect(plan.subscriptionId).toBe('sub_old');
  });

  test('an overdue one gives way to one that is paid, and that is no alarm', () => {
    const plan = teamPlan({ subscriptionId: 'sub_old' });
    for (const derived of inBothOrders({ ...older, state: 'past_due' }, newer, plan)) {
      expect(derived.plan).toMatchObject({ tier: 'PRO', subscriptionId: 'sub_new', stopping: ['sub_old'] });
      expect(derived).toMatchObject({ tierChange: { reason: 'REQUESTED' }, alarms: [] });
    }
  });

  test('one with a price that is not ours buys nothing, is never ended, and is told', () => {
    const foreign = subscription({ id: 'sub_x', priceKey: 'other' });
    for (const derived of inBothOrders(foreign, older, teamPlan({ subscriptionId: 'sub_old' }))) {
      expect(derived.plan).toMatchObject({ tier: 'TEAM', stopping: [] });
      expect(derived.alarms).toEqual(['UNKNOWN_PRICE']);
    }
    expect(derivePlan([{ ...foreign, state: 'canceled' }], freePlan(), now).alarms).toEqual([]);
  });

  test('the reason of a downgrade is that of the recorded one, whatever the other owes', () => {
    const ended = { ...older, state: 'canceled' } as const;
    for (const derived of inBothOrders(ended, { ...newer, state: 'past_due' }, teamPlan({ subscriptionId: 'sub_old' })))
      expect(derived).toMatchObject({ tierChange: { reason: 'CANCELLED' }, plan: { stopping: ['sub_new'] } });
    const overdue = { ...older, state: 'unpaid' } as const;
    for (const derived of inBothOrders(
      overdue,
      { ...newer, state: 'canceled' },
      teamPlan({ subscriptionId: 'sub_old' }),
    ))
      expect(derived).toMatchObject({ tierChange: { reason: 'PAYMENT_FAILED' } });
  });

  test('both are told where both are the case', () => {
    const list = [older, newer, subscription({ id: 'sub_x', priceKey: null })];
    expect(derivePlan(list, freePlan(), now).alarms).toEqual(['SECOND_SUBSCRIPTION', 'UNKNOWN_PRICE']);
  });
});

describe('periods', () => {
  const december = { periodStart: november.endsAt, periodEnd: november.endsAt + 31 * day };

  test('a new start begins with the billed quantity, and a declined seat is bygone', () => {
    const before = teamPlan({ periodSeats: 9, seatPayment: 'DECLINED' });
    const derived = derivePlan([subscription(december)], before, now);
    expect(derived).toMatchObject({ plan: teamPlan({ ...december, periodSeats: 5 }), checksSeats: true });
  });

  test('an invoice in the middle of a period begins none: the peak stays', () => {
    const before = teamPlan({ periodSeats: 9 });
    const derived = derivePlan([subscription({ latestInvoice: { id: 'in_2', state: 'paid' } })], before, now);
    expect(derived).toMatchObject({ plan: before, isChanged: false, checksSeats: false });
  });

  test('a charge that was not recorded raises the peak, one that was declined does not', () => {
    const more = subscription({ quantity: 8 });
    expect(derivePlan([more], teamPlan(), now).plan).toMatchObject({ renewalSeats: 8, periodSeats: 8 });
    const derived = derivePlan([more], teamPlan({ seatPayment: 'DECLINED' }), now);
    expect(derived.plan).toMatchObject({ renewalSeats: 8, periodSeats: 5, seatPayment: 'DECLINED' });
    expect(derived.checksSeats).toBe(true);
  });

  test('another subscription of the same tier begins with what it billed', () => {
    const before = teamPlan({ periodSeats: 9, seatPayment: 'DECLINED' });
    const derived = derivePlan([subscription({ id: 'sub_2' })], before, now);
    expect(derived.plan).toMatchObject({ subscriptionId: 'sub_2', periodSeats: 5, seatPayment: 'OK' });
    expect(derived.checksSeats).toBe(true);
  });

  test('a cancellation for the end of the period is shown with its time, and can be undone', () => {
    const { plan } = derivePlan([subscription({ cancelAtPeriodEnd: true })], teamPlan(), now);
    expect(plan).toEqual(teamPlan({ cancelAtPeriodEnd: true }));
    expect(cancelsAt(plan)).toBe(november.endsAt);
    expect(cancelsAt(derivePlan([subscription()], plan, now).plan)).toBeNull();
  });
});

describe('grants and contracts', () => {
  test.each(['FREE', 'PRO', 'TEAM', 'ENTERPRISE'] as const)('no list lowers a grant of %s', (tier) => {
    const granted = { ...grantedPlan(tier), customerId: 'cus_1' };
    for (const list of [[], [subscription({ state: 'canceled' })], [subscription({ state: 'past_due' })]])
      expect(derivePlan(list, granted, now).plan).toMatchObject({ tier, source: 'GRANT' });
  });

  test('a lesser subscription is recorded below a grant, an equal or greater one takes its place', () => {
    const below = derivePlan([pro()], grantedPlan('TEAM'), now).plan;
    expect(below).toMatchObject({ tier: 'TEAM', source: 'GRANT', subscriptionId: 'sub_1' });
    expect(derivePlan([subscription()], grantedPlan('TEAM'), now).plan.source).toBe('STRIPE');
    const above = derivePlan([subscription()], grantedPlan('PRO'), now).plan;
    expect(above).toMatchObject({ tier: 'TEAM', source: 'STRIPE' });
  });

  test('a subscription made by hand is ENTERPRISE by its metadata alone', () => {
    expect(tierOf(contract({ priceKey: priceKeys.TEAM }))).toBe('ENTERPRISE');
    expect(tierOf(subscription({ contractTier: 'PRO' }))).toBe('TEAM');
    expect(tierOf(subscription({ contractTier: 'GOLD', priceKey: null }))).toBeUndefined();
    const derived = derivePlan([contract()], teamPlan(), now);
    expect(derived).toMatchObject({ plan: { tier: 'ENTERPRISE' }, clearsCap: false, checksSeats: false });
  });

  test('the cap survives between TEAM and ENTERPRISE', () => {
    expect(derivePlan([subscription()], enterprisePlan(), now)).toMatchObject({
      tierChange: { action: 'PLAN_DOWNGRADED', newTier: 'TEAM', reason: 'REQUESTED' },
      clearsCap: false,
      checksSeats: true,
    });
  });
});

describe('what the audit log says', () => {
  const users = { billableCount: 6, ownerCount: 2 };
  const upgrade = (oldTier: TierChange['oldTier'], newTier: TierChange['newTier']) =>
    tierChangeFacts({ action: 'PLAN_UPGRADED', oldTier, newTier, startingQuantity: 6 }, users);

  test('an upgrade: tiers, users, quantity, and how many the facade of PRO concerns', () => {
    expect(upgrade('PRO', 'TEAM')).toEqual({
      oldTier: 'PRO',
      newTier: 'TEAM',
      billableCount: 6,
      startingQuantity: 6,
      usersAffectedByFacade: 4,
    });
    expect(upgrade('FREE', 'PRO')).toMatchObject({ usersAffectedByFacade: 4 });
    expect(upgrade('FREE', 'TEAM')).toMatchObject({ usersAffectedByFacade: 0 });
  });

  test('a downgrade: tiers and reason', () => {
    const change = { action: 'PLAN_DOWNGRADED', oldTier: 'TEAM', newTier: 'FREE', reason: 'CANCELLED' } as const;
    expect(tierChangeFacts(change, users)).toEqual({ oldTier: 'TEAM', newTier: 'FREE', reason: 'CANCELLED' });
  });
});
