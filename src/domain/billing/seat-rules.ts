import type { Tier } from '#domain/access/actor.ts';
import type { Charge, PaidSubscription } from '#domain/ports/payments.ts';
import type { ContractTerms, Plan } from './plan.ts';
import { paidPeak } from './plan-rules.ts';
import { seatsOf, tiers } from './tiers.ts';

/** The provider takes 20 invoices a day and subscription; seats make at most so many of them. */
export const mostInvoicesADay = 12;

/** Seats that the next renewal should bill: Pro one, Team every billable user and three at least, Free none, Enterprise by contract. */
export const targetSeats = (tier: Tier, billableCount: number, terms: ContractTerms | null = null): number =>
  tier === 'ENTERPRISE' ? Math.max(billableCount, terms?.seatFloor ?? 1) : seatsOf(tier, billableCount);

/** The fewest seats that are paid for: of the tier, or by contract; null: no floor. */
export const seatFloorOf = ({ tier, terms }: Pick<Plan, 'tier' | 'terms'>): number | null =>
  tier === 'ENTERPRISE' ? (terms?.seatFloor ?? null) : tiers[tier].seatFloor;

/** Seats that are shown as paid, and that AI tokens are given for: up at once, down at the renewal, without seats that were declined. */
export const paidSeatsOf = (plan: Plan, billableCount: number): number => {
  if (plan.tier === 'FREE' || plan.tier === 'PRO') return seatsOf(plan.tier, billableCount);
  const paid = plan.periodSeats ?? 0;
  const isDeclined = plan.seatPayment === 'DECLINED';
  return isDeclined ? paid : Math.max(paid, targetSeats(plan.tier, billableCount, plan.terms));
};

/** What is known when the next step is decided. */
export type SeatState = {
  /** As derived from `subscription`. */
  plan: Plan;
  subscription: Pick<PaidSubscription, 'id' | 'itemId' | 'quantity' | 'periodStart'>;
  billableCount: number;
  /** The first change that the provider has not been told, epoch seconds; null: none. */
  changedAt: number | null;
  /** Declined seats are to be charged anew. */
  retriesDeclined: boolean;
  now: Date;
};

/** What to tell the provider of its seats. */
export type SeatChange = {
  quantity: number;
  charge: Charge;
  prorateFrom?: number;
  key: string;
};

export type SeatStep =
  /** The provider bills what it should. */
  | { kind: 'DONE' }
  /** A contract's quantity is never changed by us. `drift`: the provider's seats beyond ours. */
  | { kind: 'REPORT'; drift: number }
  /** Only the plan is behind. */
  | { kind: 'RECORD'; plan: Plan }
  /** Then the plan, where the provider did it; a charge may be declined: then `declinedPlan` first, then the next step. */
  | { kind: 'CHANGE'; change: SeatChange; plan: Plan };

/** The next step towards D = Q (decision record 0108). Reads nothing but what is given, so a crash at any place only asks again. */
export const nextSeatStep = (state: SeatState): SeatStep => {
  const { plan, subscription, billableCount, changedAt } = state;
  if (plan.subscriptionId !== subscription.id || plan.tier === 'FREE') return { kind: 'DONE' };
  const [wanted, quantity] = [targetSeats(plan.tier, billableCount, plan.terms), subscription.quantity];
  if (plan.tier === 'ENTERPRISE')
    return wanted === quantity ? { kind: 'DONE' } : { kind: 'REPORT', drift: quantity - wanted };
  const peak = paidPeak(plan, subscription);
  const isBeforePeriod = changedAt !== null && changedAt < subscription.periodStart;
  if (wanted === quantity) return stepAtTarget(state, wanted, peak, isBeforePeriod);
  if (wanted < quantity) return isBeforePeriod ? creditStep(state, wanted) : quietStep(state, wanted);
  if (wanted <= peak) return quietStep(state, wanted);
  return chargeStep(state, wanted, peak);
};

/** What is written before a declined seat's quantity is raised. */
export const declinedPlan = (plan: Plan): Plan => ({ ...plan, seatPayment: 'DECLINED' });

const stepAtTarget = (state: SeatState, wanted: number, peak: number, isBeforePeriod: boolean): SeatStep => {
  const { plan, retriesDeclined } = state;
  if (plan.seatPayment === 'DECLINED') {
    if (wanted <= peak) return { kind: 'RECORD', plan: { ...plan, seatPayment: 'OK' } };
    return retriesDeclined ? quietStep(state, peak) : { kind: 'DONE' };
  }
  // Credited, and the process ended before it wrote that down.
  const isCredited = isBeforePeriod && peak > wanted;
  return isCredited ? { kind: 'RECORD', plan: { ...plan, periodSeats: wanted } } : { kind: 'DONE' };
};

/** No money moves: it is paid for already, or the renewal bills it. */
const quietStep = (state: SeatState, to: number): SeatStep => stepTo(state, to, { charge: 'NOTHING' }, {});

/** The renewal billed seats that were removed before it: they are credited whole, and paid for no more. Unpaid ones are not credited. */
const creditStep = (state: SeatState, to: number): SeatStep => {
  const { plan, subscription } = state;
  if (plan.seatPayment === 'DECLINED') return quietStep(state, to);
  const periodSeats = paidPeak(plan, subscription) - subscription.quantity + to;
  const prorateFrom = subscription.periodStart;
  return stepTo(state, to, { charge: chargeOf(state), prorateFrom }, { periodSeats });
};

const chargeStep = (state: SeatState, to: number, peak: number): SeatStep => {
  const { plan, subscription, retriesDeclined } = state;
  const isDeclined = plan.seatPayment === 'DECLINED';
  if (isDeclined && !retriesDeclined) return quietStep(state, to);
  if (subscription.quantity !== peak) return quietStep(state, peak);
  const step = stepTo(state, to, { charge: chargeOf(state) }, { periodSeats: to, seatPayment: 'OK' });
  // Where the process ends before the second refusal is written, the same change without a charge must not meet this key.
  return isDeclined ? { ...step, change: { ...step.change, key: `${step.change.key}:again` } } : step;
};

/** At once, until seats have made their share of the day's invoices. */
const chargeOf = (state: SeatState): Charge => (invoicesToday(state) < mostInvoicesADay ? 'NOW' : 'NEXT_INVOICE');

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

const invoicesToday = ({ plan: { immediateInvoices }, now }: SeatState): number =>
  immediateInvoices?.day === dayOf(now) ? immediateInvoices.count : 0;

const stepTo = (
  state: SeatState,
  quantity: number,
  how: Pick<SeatChange, 'charge' | 'prorateFrom'>,
  recorded: Partial<Plan>,
): Extract<SeatStep, { kind: 'CHANGE' }> => {
  const { plan, subscription, now } = state;
  const { id, periodStart, quantity: from } = subscription;
  const invoices =
    how.charge === 'NOW' ? { immediateInvoices: { day: dayOf(now), count: invoicesToday(state) + 1 } } : {};
  return {
    kind: 'CHANGE',
    change: { quantity, ...how, key: `seats:${id}:${periodStart}:${from}:${quantity}:${plan.version}` },
    plan: { ...plan, renewalSeats: quantity, ...recorded, ...invoices },
  };
};
