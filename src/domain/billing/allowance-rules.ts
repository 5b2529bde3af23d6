import { ServiceError } from '#contract/errors.ts';
import type { AiOperation, AllowancePeriod, Reservation } from '#domain/ports/allowance.ts';
import type { Tier } from '#domain/access/actor.ts';
import type { PlanReader } from '#domain/ports/plan-repository.ts';
import type { Plan } from './plan.ts';
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

type Tenancy = Awaited<ReturnType<PlanReader['get']>>;

/**
 * How much a tenant may spend now (specification §8): in the subscription's period, or without one in the calendar month, and in a day of
 * UTC. Free has the allowance of one seat, though none is paid. A period belongs to one tier: what was spent on another does not count.
 */
export const allowanceOf = (
  { plan, billing }: Tenancy,
  now: Date,
): { month: AllowancePeriod; day: AllowancePeriod } => {
  const { tier } = plan;
  const { monthlyTokensPerSeat, dailyTokenCap } = tiers[tier];
  const seats = tier === 'FREE' ? 1 : paidSeatsOf(plan, billing.billableCount);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const limit = monthlyTokensPerSeat === null ? null : seats * monthlyTokensPerSeat;
  const today = [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)] as const;
  return {
    month: periodOf(tier, subscriptionPeriod(plan) ?? [Date.UTC(year, month), Date.UTC(year, month + 1)], limit),
    day: periodOf(tier, today, dailyTokenCap),
  };
};

/** It lasts until the provider shows the next one, though its end may have passed: only a renewal brings new tokens. */
const subscriptionPeriod = ({ tier, source, periodStart, periodEnd }: Plan): readonly [number, number] | undefined =>
  tier === 'FREE' || source === 'GRANT' || periodStart === null || periodEnd === null
    ? undefined
    : [periodStart * 1000, periodEnd * 1000];

const periodOf = (
  tier: Tier,
  [startsAtMs, endsAtMs]: readonly [number, number],
  limit: number | null,
): AllowancePeriod => {
  const resetsAt = new Date(endsAtMs).toISOString();
  return { name: `${resetsAt}#${tier}`, startsAt: new Date(startsAtMs).toISOString(), resetsAt, limit };
};

/** What an AI action reserves; nothing where it `isCreatedOrFound`: done with the tenant's own LLM key. */
export const reservationOf = (
  tenancy: Tenancy,
  { callId, operation }: Pick<Reservation, 'callId' | 'operation'>,
  now: Date,
  isOwn = false,
): Reservation => ({
  callId,
  operation,
  tokens: isOwn ? 0 : estimates[operation],
  ...(isOwn && { own: true as const }),
  reservedAt: now.toISOString(),
  ...allowanceOf(tenancy, now),
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
