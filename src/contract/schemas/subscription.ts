import { int32, int64, named } from './primitives.ts';
import * as z from './zod.ts';

/** Specification §2, Subscription status. Seats and users are counts, prices cents, tokens AI tokens, `currentPeriodEnd` epoch seconds. */
export const subscriptionStatus = named(
  'SubscriptionStatus',
  z.object({
    tier: z.enum(['FREE', 'PRO', 'TEAM', 'ENTERPRISE']),
    paidSeats: int32,
    billableMembers: int32,
    viewerCount: int32,
    pricePerSeatCents: z.nullable(int32),
    seatFloor: z.nullable(int32),
    monthlyTokensPerSeat: z.nullable(int64),
    dailyTokenCap: z.nullable(int64),
    maxBillableUsers: z.nullable(int32),
    currentPeriodEnd: z.nullable(int64),
  }),
);
