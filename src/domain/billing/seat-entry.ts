import { ServiceError } from '#contract/errors.ts';
import type { Audit, AuditEntry } from '#domain/audit/audit-entry.ts';
import type { BillingHeader } from '#domain/ports/plan-repository.ts';
import type { User } from '#domain/ports/user-repository.ts';
import type { Plan } from './plan.ts';
import { isWithinFloor, seatChargeCents } from './preview-rules.ts';
import { seatFloorOf, targetSeats } from './seat-rules.ts';
import { hasBillableCap } from './tiers.ts';

type Bought = { plan: Plan; billing: Pick<BillingHeader, 'billableCount'> };
type SeatUser = Pick<User, 'id' | 'email' | 'tenantRole'>;

/**
 * The audit entry that goes with a new billable user, where the tier has seats; undefined: it has none, or the role takes none. The numbers
 * are those of the moment at which the request was decided. Throws SEAT_PAYMENT_REQUIRED where the seat would not be paid for.
 */
export const seatAdded = (
  { plan, billing }: Bought,
  user: SeatUser,
  audit: Audit<'SEAT_ADDED'>,
  now: Date,
): AuditEntry | undefined => {
  if (!takesSeat(user, plan)) return undefined;
  const after = billing.billableCount + 1;
  const newQuantity = targetSeats(plan.tier, after, plan.terms);
  if (isNextSeatDeclined({ plan, billing })) throw seatPaymentRequired();
  return audit('SEAT_ADDED', targetOf(user), {
    user: user.id,
    newQuantity,
    proratedAmountCents: seatChargeCents(plan, billing.billableCount, after, now),
    floorHeadroomUsed: isWithinFloor(plan, after),
  });
};

/** Whether the card was declined for the seat that one more billable user would take. */
export const isNextSeatDeclined = ({ plan, billing }: Bought): boolean =>
  hasBillableCap(plan.tier) &&
  plan.seatPayment === 'DECLINED' &&
  targetSeats(plan.tier, billing.billableCount + 1, plan.terms) > (plan.periodSeats ?? 0);

/** The same of a billable user who is removed, or a Viewer from then on. */
export const seatRemoved = (
  { plan, billing }: Bought,
  user: SeatUser,
  audit: Audit<'SEAT_REMOVED'>,
): AuditEntry | undefined => {
  if (!takesSeat(user, plan)) return undefined;
  const after = billing.billableCount - 1;
  return audit('SEAT_REMOVED', targetOf(user), {
    user: user.id,
    newQuantity: targetSeats(plan.tier, after, plan.terms),
    flooredAtMinimum: after < (seatFloorOf(plan) ?? 0),
  });
};

const takesSeat = ({ tenantRole }: SeatUser, { tier }: Plan): boolean =>
  tenantRole !== 'VIEWER' && hasBillableCap(tier);

const targetOf = ({ id, email }: SeatUser) => ({ type: 'USER' as const, id, name: email });

const seatPaymentRequired = (): ServiceError =>
  new ServiceError(
    'SEAT_PAYMENT_REQUIRED',
    'The card was declined for the last seat. An Owner can change the card (POST /api/billing/portal); until then invite as VIEWER.',
  );
