import { createHash } from 'node:crypto';
import type { Tier } from '#domain/access/actor.ts';
import type { PaidTier } from '#domain/ports/payments.ts';
import type { Plan } from './plan.ts';
import { tierOfPrice } from './plan-rules.ts';
import { type Period, prorationOf, type Seats } from './proration.ts';
import { paidSeatsOf, targetSeats } from './seat-rules.ts';
import { tiers } from './tiers.ts';

/** The tenant's users who count, by stored roles. */
export type UserCounts = { billableCount: number; ownerCount: number };

/** What another tier would mean now. Cents of US dollars without tax; epoch seconds. */
export type TierPreview = {
  tier: Tier;
  currentTier: Tier;
  quantity: number;
  unitPriceCents: number | null;
  monthlyCents: number;
  dueNowCents: number;
  /** Left of what was paid; it lowers later invoices and is not paid out. */
  creditCents: number;
  periodEnd: number | null;
  billableMembers: number;
  usersBecomingViewOnly: number;
  usersBecomingEffective: number;
  previewHash: string;
};

/**
 * The preview of a change to `tier`. FREE comes at the end of the period, so nothing is due or credited. A first subscription costs a whole
 * month; another tier costs the rest of the period less what the seats of the old one have left, counted from the period's peak.
 */
export const previewOf = (
  {
    tenantId,
    tier,
    plan,
    users,
  }: { tenantId: string; tier: Exclude<Tier, 'ENTERPRISE'>; plan: Plan; users: UserCounts },
  now: Date,
): TierPreview => {
  const { billableCount, ownerCount } = users;
  const { pricePerSeatCents } = tiers[tier];
  const quantity = targetSeats(tier, billableCount);
  const monthlyCents = quantity * (pricePerSeatCents ?? 0);
  const due = tier === 'FREE' || tier === plan.tier ? 0 : dueNow(plan, { quantity, tier }, now);
  const others = billableCount - ownerCount;
  return {
    tier,
    currentTier: plan.tier,
    quantity,
    unitPriceCents: pricePerSeatCents,
    monthlyCents,
    dueNowCents: Math.max(0, due),
    creditCents: Math.max(0, -due),
    periodEnd: plan.periodEnd,
    billableMembers: billableCount,
    usersBecomingViewOnly: tier === 'PRO' && plan.tier !== 'PRO' ? others : 0,
    usersBecomingEffective: plan.tier === 'PRO' && tier !== 'PRO' ? others : 0,
    previewHash: hashOf([tenantId, tier, quantity, pricePerSeatCents, billableCount, ownerCount]),
  };
};

const dueNow = (plan: Plan, { quantity, tier }: { quantity: number; tier: PaidTier }, now: Date): number => {
  const after = { quantity, unitPriceCents: tiers[tier].pricePerSeatCents! };
  const running = runningSeats(plan);
  if (!running) return after.quantity * after.unitPriceCents;
  return prorationOf(running.seats, after, running.period, secondsOf(now));
};

/** What is paid for until the period ends; undefined without a subscription. */
const runningSeats = ({ priceKey, periodSeats, periodStart, periodEnd }: Plan) => {
  const tier = tierOfPrice(priceKey);
  if (tier === undefined) return undefined;
  const seats: Seats = { quantity: periodSeats!, unitPriceCents: tiers[tier].pricePerSeatCents! };
  const period: Period = { startsAt: periodStart!, endsAt: periodEnd! };
  return { seats, period };
};

/** Of what the Owner agreed to. What is due now is outside: it falls every second. */
const hashOf = (agreed: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(agreed)).digest('hex');

/** What `add` more billable users would mean, on a tier that has seats. Cents of US dollars without tax. */
export type SeatPreview = {
  billableAfter: number;
  paidSeatsAfter: number;
  dueNowCents: number;
  nextRenewalCents: number;
  /** The floor has room for them, so nothing is due. */
  floorHeadroomUsed: boolean;
  wouldExceedCap: boolean;
};

/** By our own formula, without a call of the provider. `cap`: billable users that the tenant may have; null: any number. */
export const seatPreviewOf = (
  { plan, billableCount, cap, add }: { plan: Plan; billableCount: number; cap: number | null; add: number },
  now: Date,
): SeatPreview => {
  const billableAfter = billableCount + add;
  return {
    billableAfter,
    paidSeatsAfter: paidSeatsOf({ ...plan, seatPayment: 'OK' }, billableAfter),
    dueNowCents: seatChargeCents(plan, billableCount, billableAfter, now),
    nextRenewalCents: targetSeats(plan.tier, billableAfter, plan.terms) * (seatPriceOf(plan) ?? 0),
    floorHeadroomUsed: isWithinFloor(plan, billableAfter),
    wouldExceedCap: cap !== null && billableAfter > cap,
  };
};

/** What the seats from one count to another cost now: nothing within the floor or the period's peak (finding 4 of record 0107). */
export const seatChargeCents = (plan: Plan, before: number, after: number, now: Date): number => {
  const running = runningSeats(plan);
  if (!running || plan.tier !== 'TEAM') return 0;
  const { seats, period } = running;
  const from = Math.max(seats.quantity, targetSeats(plan.tier, before));
  const to = targetSeats(plan.tier, after);
  if (to <= from) return 0;
  return prorationOf({ ...seats, quantity: from }, { ...seats, quantity: to }, period, secondsOf(now));
};

/** Whether so many billable users cost no more than the floor. */
export const isWithinFloor = ({ tier, terms }: Plan, billableCount: number): boolean =>
  billableCount <= ((tier === 'ENTERPRISE' ? terms?.seatFloor : tiers[tier].seatFloor) ?? 0);

const seatPriceOf = ({ tier, terms }: Plan): number | null =>
  tier === 'ENTERPRISE' ? (terms?.pricePerSeatCents ?? null) : tiers[tier].pricePerSeatCents;

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);
