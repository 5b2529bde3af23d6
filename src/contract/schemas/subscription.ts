import { dateTime, int32, int64, named } from './primitives.ts';
import { limitNames } from '../limits.ts';
import * as z from './zod.ts';

const tier = z.enum(['FREE', 'PRO', 'TEAM', 'ENTERPRISE']);

/** Specification §2, Subscription status. Seats and users are counts, prices cents, tokens AI tokens, `currentPeriodEnd` epoch seconds. */
export const subscriptionStatus = named(
  'SubscriptionStatus',
  z.object({
    tier,
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

/** AI tokens of a span of time. `reserved`: by actions that are under way; `limit` null: as many as you like. */
const tokens = z.object({ limit: z.nullable(int64), used: int64, reserved: int64, resetsAt: dateTime });

/**
 * What the plan allows and how much of it is used. `renewalSeats` is what the next renewal bills. `limits` are those that the tier sets, each
 * with the most that one container has; what is above is read-only, and while FREE `isFrozen` nothing and nobody is added.
 */
export const usage = named(
  'Usage',
  z.object({
    tier,
    period: z.object({ startsAt: dateTime, endsAt: dateTime }),
    cancelsAt: z.nullable(dateTime),
    tokens,
    tokensToday: z.nullable(tokens),
    seats: z.object({
      billableMembers: int32,
      viewerCount: int32,
      paidSeats: int32,
      renewalSeats: z.nullable(int32),
      seatFloor: z.nullable(int32),
      maxBillableUsers: z.nullable(int32),
      payment: z.enum(['OK', 'DECLINED']),
    }),
    limits: z.array(z.object({ name: z.enum(limitNames), limit: int32, used: int32, isOver: z.boolean() })),
    isFrozen: z.boolean(),
  }),
);

/** How many more billable users are asked about. */
export const seatQuery = { add: z._default(z.int32().check(z.gte(1), z.lte(10_000)), 1) };

/**
 * What more billable users would mean, before they are invited. Amounts are cents without tax. `floorHeadroomUsed`: the tier's floor has room
 * for all of them, so nothing is due; `wouldExceedCap`: they would not all be taken.
 */
export const seatPreview = named(
  'SeatPreview',
  z.object({
    billableAfter: int32,
    paidSeatsAfter: int32,
    dueNowCents: int32,
    nextRenewalCents: int32,
    floorHeadroomUsed: z.boolean(),
    wouldExceedCap: z.boolean(),
  }),
);
