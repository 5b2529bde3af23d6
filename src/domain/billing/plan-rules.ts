import { isDeepStrictEqual } from 'node:util';
import type { Tier } from '#domain/access/actor.ts';
import type { PaidSubscription, PaidTier } from '#domain/ports/payments.ts';
import { noSubscription, type Plan } from './plan.ts';
import { priceKeys } from './price-keys.ts';

/** A tier that was bought or lost, as the audit log tells it. */
export type TierChange =
  | { action: 'PLAN_UPGRADED'; oldTier: Tier; newTier: Tier; startingQuantity: number }
  | { action: 'PLAN_DOWNGRADED'; oldTier: Tier; newTier: Tier; reason: DowngradeReason };
export type DowngradeReason = 'REQUESTED' | 'CANCELLED' | 'PAYMENT_FAILED';

/** A subscription to end at the provider. `withCredit`: what is left of the period was paid and becomes credit. */
export type Stop = { subscriptionId: string; withCredit: boolean; voidsInvoices: boolean };

export type PlanAlarm = 'SECOND_SUBSCRIPTION' | 'UNKNOWN_PRICE';

/** What follows from the provider's subscriptions: the next plan, and what happens with it. */
export type DerivedPlan = {
  /** At the version that was read; whoever writes it counts up. */
  plan: Plan;
  /** False: nothing to write. */
  isChanged: boolean;
  tierChange: TierChange | null;
  /** The Owner's cap goes: the new tier has none. */
  clearsCap: boolean;
  /** Seats are to be compared: tier, period or the provider's quantity is another. */
  checksSeats: boolean;
  /** After the write, until the provider shows them ended; `plan.stopping` names them. */
  stops: Stop[];
  alarms: PlanAlarm[];
};

/** Grace of a contract that names none, in days. */
const contractGraceDays = 30;
const daySeconds = 24 * 3600;
export const ranks: Record<Tier, number> = { FREE: 0, PRO: 1, TEAM: 2, ENTERPRISE: 3 };
const overdueStates = new Set<PaidSubscription['state']>(['past_due', 'unpaid']);
const liveStates = new Set<PaidSubscription['state']>(['active', 'trialing', ...overdueStates]);

/** Whether the customer pays for it, or owes for it. */
export const isLive = ({ state }: PaidSubscription): boolean => liveStates.has(state);
const isOverdue = ({ state }: PaidSubscription): boolean => overdueStates.has(state);

/** The tier that a subscription buys while it is live; undefined: a price that is not ours. */
export const tierOf = ({ contractTier, priceKey }: PaidSubscription): Tier | undefined => {
  if (contractTier === 'ENTERPRISE') return 'ENTERPRISE';
  return tierOfPrice(priceKey);
};

/** The tier that a price is of; undefined: it is not ours. */
export const tierOfPrice = (priceKey: string | null): PaidTier | undefined =>
  (['PRO', 'TEAM'] as const).find((tier) => priceKeys[tier] === priceKey);

/** When the subscription ends because the customer asked for that; epoch seconds, null: it goes on. */
export const cancelsAt = ({ cancelAtPeriodEnd, periodEnd }: Plan): number | null =>
  cancelAtPeriodEnd ? periodEnd : null;

/**
 * The plan that the customer's subscriptions amount to now (decision record 0107). Depends on nothing else, so the order of events does not
 * matter. `graceDays`: how long an overdue subscription keeps its tier, where no contract says so.
 */
export const derivePlan = (
  subscriptions: readonly PaidSubscription[],
  plan: Plan,
  now: Date,
  graceDays = 0,
): DerivedPlan => {
  const seconds = Math.floor(now.getTime() / 1000);
  const ours = subscriptions.filter((one) => tierOf(one) !== undefined);
  const candidates = ours.filter((one) => isLive(one) && !plan.stopping.includes(one.id));
  const current = chosen(
    candidates.filter((one) => !isGraceOver(one, plan, seconds, graceDays)),
    plan,
  );
  const stopped = ours.filter((one) => isToStop(one, plan, current));
  const next = { ...nextPlan(current, plan, seconds), stopping: stopped.map(({ id }) => id) };
  const tierChange = tierChangeOf(plan, next, ours);
  return {
    plan: next,
    isChanged: !isDeepStrictEqual(next, plan),
    tierChange,
    clearsCap: tierChange?.action === 'PLAN_DOWNGRADED' && ranks[next.tier] < ranks.TEAM,
    checksSeats: next.tier === 'TEAM' && hasOtherSeats(plan, next),
    stops: stopped.map((one) => ({
      subscriptionId: one.id,
      withCredit: isLive(one) && !isOverdue(one),
      voidsInvoices: !isLive(one) || isOverdue(one),
    })),
    alarms: [
      ...(candidates.some((one) => one !== current && !isOverdue(one)) ? ['SECOND_SUBSCRIPTION' as const] : []),
      ...(subscriptions.some((one) => isLive(one) && tierOf(one) === undefined) ? ['UNKNOWN_PRICE' as const] : []),
    ],
  };
};

/** The facts of a tier's change, with the users of that moment. */
export const tierChangeFacts = (change: TierChange, users: { billableCount: number; ownerCount: number }) => {
  const { oldTier, newTier } = change;
  if (change.action === 'PLAN_DOWNGRADED') return { oldTier, newTier, reason: change.reason };
  const isFaced = oldTier === 'PRO' || newTier === 'PRO';
  return {
    oldTier,
    newTier,
    billableCount: users.billableCount,
    startingQuantity: change.startingQuantity,
    usersAffectedByFacade: isFaced ? users.billableCount - users.ownerCount : 0,
  };
};

/** The recorded subscription stays while it is live; else the newest. */
const chosen = (live: readonly PaidSubscription[], plan: Plan): PaidSubscription | undefined =>
  live.find(({ id }) => id === plan.subscriptionId) ??
  live.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))[0];

const overdueSince = (one: PaidSubscription, plan: Plan, seconds: number): number =>
  (one.id === plan.subscriptionId ? plan.pastDueSince : null) ?? seconds;

const isGraceOver = (one: PaidSubscription, plan: Plan, seconds: number, graceDays: number): boolean => {
  if (!isOverdue(one)) return false;
  const days = tierOf(one) === 'ENTERPRISE' ? (plan.terms?.graceDays ?? contractGraceDays) : graceDays;
  return seconds >= overdueSince(one, plan, seconds) + days * daySeconds;
};

/** Every live one beside the current; one that is ended only until its open invoice, which would buy nothing, is void. */
const isToStop = (one: PaidSubscription, plan: Plan, current: PaidSubscription | undefined): boolean => {
  if (isLive(one)) return one !== current;
  const wasOurs = one.id === plan.subscriptionId || plan.stopping.includes(one.id);
  return wasOurs && one.latestInvoice?.state === 'open';
};

const nextPlan = (current: PaidSubscription | undefined, plan: Plan, seconds: number): Plan => {
  if (!current) return withoutSubscription(plan);
  const tier = tierOf(current)!;
  const isGrantKept = plan.source === 'GRANT' && ranks[plan.tier] > ranks[tier];
  const isSamePeriod =
    current.id === plan.subscriptionId &&
    current.periodStart === plan.periodStart &&
    current.priceKey === plan.priceKey;
  return {
    ...plan,
    ...(isGrantKept ? {} : { tier, source: 'STRIPE' }),
    subscriptionId: current.id,
    itemId: current.itemId,
    priceKey: current.priceKey,
    renewalSeats: current.quantity,
    periodSeats: isSamePeriod ? paidPeak(plan, current) : current.quantity,
    periodStart: current.periodStart,
    periodEnd: current.periodEnd,
    cancelAtPeriodEnd: current.cancelAtPeriodEnd,
    pastDueSince: isOverdue(current) ? overdueSince(current, plan, seconds) : null,
    seatPayment: isSamePeriod ? plan.seatPayment : 'OK',
  };
};

/**
 * Seats that are paid for until the period ends. A quantity above the recorded peak is a charge that was not recorded, unless a charge was
 * declined: then only the renewal bills it.
 */
export const paidPeak = (plan: Plan, { quantity }: Pick<PaidSubscription, 'quantity'>): number =>
  plan.seatPayment === 'DECLINED' ? (plan.periodSeats ?? quantity) : Math.max(plan.periodSeats ?? 0, quantity);

const withoutSubscription = (plan: Plan): Plan => ({
  ...plan,
  tier: plan.source === 'GRANT' ? plan.tier : 'FREE',
  ...noSubscription,
});

const tierChangeOf = (plan: Plan, next: Plan, ours: readonly PaidSubscription[]): TierChange | null => {
  const [oldTier, newTier] = [plan.tier, next.tier];
  if (oldTier === newTier) return null;
  if (ranks[newTier] > ranks[oldTier])
    return { action: 'PLAN_UPGRADED', oldTier, newTier, startingQuantity: next.renewalSeats ?? 0 };
  if (newTier !== 'FREE') return { action: 'PLAN_DOWNGRADED', oldTier, newTier, reason: 'REQUESTED' };
  const isUnpaid = plan.pastDueSince !== null || ours.some((one) => one.id === plan.subscriptionId && isOverdue(one));
  return { action: 'PLAN_DOWNGRADED', oldTier, newTier, reason: isUnpaid ? 'PAYMENT_FAILED' : 'CANCELLED' };
};

const hasOtherSeats = (plan: Plan, next: Plan): boolean =>
  plan.tier !== next.tier ||
  plan.subscriptionId !== next.subscriptionId ||
  plan.periodStart !== next.periodStart ||
  plan.renewalSeats !== next.renewalSeats;
