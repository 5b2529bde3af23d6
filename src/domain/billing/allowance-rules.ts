import { ServiceError } from '#contract/errors.ts';
import type { AiOperation, AllowancePeriod, Reservation } from '#domain/ports/allowance.ts';
import type { PlanReader } from '#domain/ports/plan-repository.ts';
import { paidSeatsOf } from './seat-rules.ts';
import { tiers } from './tiers.ts';

/** The upper end of what the specification (§8) calls typical. What an action really used is settled afterwards. */
const estimates: Record<AiOperation, number> = {
  TEST_CASE_GENERATION: 50_000,
  CHAT: 5_000,
  AUTOCOMPLETE: 2_000,
  AUTHORING: 30_000,
  WORKBOOK_SWEEP: 8_000,
};

/**
 * What an AI action reserves: the one place that knows how much a tenant may spend (specification §8). A period is the subscription's, or
 * without one the calendar month; a day is one of UTC. Free has the allowance of one seat, though none is paid.
 */
export const reservationOf = (
  { plan, billing }: Awaited<ReturnType<PlanReader['get']>>,
  { callId, operation }: Pick<Reservation, 'callId' | 'operation'>,
  now: Date,
): Reservation => {
  const { monthlyTokensPerSeat, dailyTokenCap } = tiers[plan.tier];
  const seats = Math.max(1, paidSeatsOf(plan, billing.billableCount));
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const periodEnd = (plan.periodEnd ?? 0) * 1000;
  const monthEnd = periodEnd > now.getTime() ? periodEnd : Date.UTC(year, month + 1);
  return {
    callId,
    operation,
    tokens: estimates[operation],
    reservedAt: now.toISOString(),
    month: periodOf(monthEnd, monthlyTokensPerSeat === null ? null : seats * monthlyTokensPerSeat),
    day: periodOf(Date.UTC(year, month, day + 1), dailyTokenCap),
  };
};

const periodOf = (resetsAtMs: number, limit: number | null): AllowancePeriod => ({
  resetsAt: new Date(resetsAtMs).toISOString(),
  limit,
});

/** What a tenant is told whose allowance is used up, or reserved by what is under way. */
export const allowanceExhausted = ({ limit, resetsAt }: AllowancePeriod, per: 'month' | 'day'): ServiceError => {
  const code = per === 'day' ? 'DAILY_AI_CAP_REACHED' : 'AI_ALLOWANCE_EXHAUSTED';
  const span = per === 'day' ? 'this day' : 'this period';
  return new ServiceError(
    code,
    `The ${limit} AI tokens of ${span} are used up. There are new ones at ${resetsAt}; upgrade to have more now.`,
  );
};
