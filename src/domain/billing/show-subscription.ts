import type { PlanReader } from '#domain/ports/plan-repository.ts';
import { paidSeatsOf, seatFloorOf } from './seat-rules.ts';
import { tiers } from './tiers.ts';

/** The subscription as it is shown, also where a change of it answers. */
export const showSubscription = ({ plan, billing }: Awaited<ReturnType<PlanReader['get']>>) => {
  const { tier, terms } = plan;
  const { billableCount, viewerCount, maxBillableUsers } = billing;
  const { pricePerSeatCents, monthlyTokensPerSeat, dailyTokenCap } = tiers[tier];
  return {
    tier,
    paidSeats: paidSeatsOf(plan, billableCount),
    billableMembers: billableCount,
    viewerCount,
    pricePerSeatCents: tier === 'ENTERPRISE' ? (terms?.pricePerSeatCents ?? null) : pricePerSeatCents,
    seatFloor: seatFloorOf(plan),
    monthlyTokensPerSeat,
    dailyTokenCap,
    maxBillableUsers,
    currentPeriodEnd: plan.periodEnd,
  };
};
