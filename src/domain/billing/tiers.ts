import type { Tier } from '#domain/access/actor.ts';
import { limits } from './limits.ts';

/** What a tier costs and gives (specification §2, §8); what it limits stands in limits.ts; null: no such limit, or by contract. */
export type TierTerms = {
  pricePerSeatCents: number | null;
  seatFloor: number | null;
  monthlyTokensPerSeat: number | null;
  dailyTokenCap: number | null;
  /** After it was recorded (decision record 0033). */
  runRetentionDays: number;
  /** After the entry was written (specification §8); written on every tier, so that an upgrade shows what was before it. */
  auditRetentionDays: number;
  /** Whether the audit log can be read. */
  hasAuditLog: boolean;
  /** Whether AI actions may be done with a key of the tenant's own. */
  hasOwnLlmKeys: boolean;
  /** Whether people may sign in at an identity provider of the tenant's own. */
  hasSso: boolean;
};

export const tiers: Record<Tier, TierTerms> = {
  FREE: {
    pricePerSeatCents: null,
    seatFloor: null,
    monthlyTokensPerSeat: 2_000_000,
    dailyTokenCap: 200_000,
    runRetentionDays: 30,
    auditRetentionDays: 90,
    hasAuditLog: false,
    hasOwnLlmKeys: false,
    hasSso: false,
  },
  PRO: {
    pricePerSeatCents: 2000,
    seatFloor: 1,
    monthlyTokensPerSeat: 15_000_000,
    dailyTokenCap: null,
    runRetentionDays: 90,
    auditRetentionDays: 90,
    hasAuditLog: false,
    hasOwnLlmKeys: true,
    hasSso: false,
  },
  TEAM: {
    pricePerSeatCents: 3900,
    seatFloor: 3,
    monthlyTokensPerSeat: 40_000_000,
    dailyTokenCap: null,
    runRetentionDays: 180,
    auditRetentionDays: 90,
    hasAuditLog: true,
    hasOwnLlmKeys: true,
    hasSso: false,
  },
  ENTERPRISE: {
    pricePerSeatCents: null,
    seatFloor: null,
    monthlyTokensPerSeat: null,
    dailyTokenCap: null,
    runRetentionDays: 400,
    auditRetentionDays: 365,
    hasAuditLog: true,
    hasOwnLlmKeys: true,
    hasSso: true,
  },
};

/** No tier keeps runs for less: before that nobody need look. */
export const shortestRetentionDays = Math.min(...Object.values(tiers).map(({ runRetentionDays }) => runRetentionDays));

/** Seats to pay for: Free none, Pro one, Team every billable user and three at least (specification §2); Enterprise every billable user. */
export const seatsOf = (tier: Tier, billableCount: number): number => {
  if (tier === 'FREE') return 0;
  return tier === 'PRO' ? 1 : Math.max(billableCount, tiers[tier].seatFloor ?? 0);
};

/** Whether an Owner may set a cap on billable users (specification §8). */
export const hasBillableCap = (tier: Tier): boolean => limits[tier].billableUsers === null;
