import type { getSubscriptionStatus as endpoint } from '#contract/endpoints/subscription.ts';
import type { UseCase } from '#domain/use-case.ts';
import { seatsOf, tiers } from './tiers.ts';

/** What the tenant has, by the table of the specification (§2, Subscription status). */
export const getSubscriptionStatus: UseCase<typeof endpoint> = async ({ actor, scope }, ports) => {
  const { billableCount, viewerCount, ...billing } = await ports['billing:read'].get(scope);
  const { tier } = actor;
  const { pricePerSeatCents, seatFloor, monthlyTokensPerSeat, dailyTokenCap } = tiers[tier];
  return {
    body: {
      seatFloor,
      monthlyTokensPerSeat,
      dailyTokenCap,
      tier,
      paidSeats: billing.paidSeats ?? seatsOf(tier, billableCount),
      billableMembers: billableCount,
      viewerCount,
      pricePerSeatCents: tier === 'ENTERPRISE' ? billing.pricePerSeatCents : pricePerSeatCents,
      maxBillableUsers: billing.maxBillableUsers,
      currentPeriodEnd: billing.currentPeriodEnd,
    },
  };
};
