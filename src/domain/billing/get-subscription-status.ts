import type { getSubscriptionStatus as endpoint } from '#contract/endpoints/subscription.ts';
import type { Tier } from '#domain/access/actor.ts';
import type { Billing } from '#domain/ports/billing-reader.ts';
import type { UseCase } from '#domain/use-case.ts';
import { seatsOf, tiers } from './tiers.ts';

/** What the tenant has, by the table of the specification (§2, Subscription status). */
export const getSubscriptionStatus: UseCase<typeof endpoint> = async ({ actor, scope }, ports) => ({
  body: showSubscription(actor.tier, await ports['billing:read'].get(scope)),
});

/** Seats and limits of a tenant as they are shown. */
export const showSubscription = (tier: Tier, { billableCount, viewerCount, ...billing }: Billing) => {
  const { pricePerSeatCents, seatFloor, monthlyTokensPerSeat, dailyTokenCap } = tiers[tier];
  return {
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
  };
};
