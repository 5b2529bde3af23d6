import type { Tier } from '#domain/access/actor.ts';

/** What a tier allows and costs (specification §2, §8); null: no such limit, or by contract. */
export type TierTerms = {
  pricePerSeatCents: number | null;
  seatFloor: number | null;
  monthlyTokensPerSeat: number | null;
  dailyTokenCap: number | null;
  billableUsers: number | null;
};

export const tiers: Record<Tier, TierTerms> = {
  FREE: {
    pricePerSeatCents: null,
    seatFloor: null,
    monthlyTokensPerSeat: 2_000_000,
    dailyTokenCap: 200_000,
    billableUsers: 1,
  },
  PRO: {
    pricePerSeatCents: 2000,
    seatFloor: 1,
    monthlyTokensPerSeat: 15_000_000,
    dailyTokenCap: null,
    billableUsers: 1,
  },
  TEAM: {
    pricePerSeatCents: 3900,
    seatFloor: 3,
    monthlyTokensPerSeat: 40_000_000,
    dailyTokenCap: null,
    billableUsers: null,
  },
  ENTERPRISE: {
    pricePerSeatCents: null,
    seatFloor: null,
    monthlyTokensPerSeat: null,
    dailyTokenCap: null,
    billableUsers: null,
  },
};

/** Seats to pay for: Free none, Pro one, Team every billable user and three at least (specification §2); Enterprise every billable user. */
export const seatsOf = (tier: Tier, billableCount: number): number => {
  if (tier === 'FREE') return 0;
  return tier === 'PRO' ? 1 : Math.max(billableCount, tiers[tier].seatFloor ?? 0);
};
