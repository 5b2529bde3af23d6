import { ServiceError } from '#contract/errors.ts';
import type { Tier } from '#domain/access/actor.ts';
import type { AccessReader } from '#domain/ports/access-reader.ts';

/** Requests per tenant and minute (decision record 0002); Enterprise has none but those of its contract. None below one a second. */
const perMinute: Record<Tier, number> = { FREE: 60, PRO: 600, TEAM: 2000, ENTERPRISE: Number.POSITIVE_INFINITY };

type Bucket = { left: number; filledAt: number };

/** Counts each authenticated request against its tenant's bucket; an empty one throws RATE_LIMITED. `now` in milliseconds. */
export const withRateLimits = (access: AccessReader, now: () => number): AccessReader => {
  const buckets = new Map<string, Bucket>();
  return {
    containersExist: (scope, ids) => access.containersExist(scope, ids),
    findAccess: async (digest) => {
      const record = await access.findAccess(digest);
      if (record) take(buckets, record.tenantId, perMinute[record.tier], now());
      return record;
    },
  };
};

const take = (buckets: Map<string, Bucket>, tenantId: string, limit: number, nowMs: number): void => {
  if (limit === Number.POSITIVE_INFINITY) return;
  const bucket = buckets.get(tenantId) ?? { left: limit, filledAt: nowMs };
  const left = Math.min(limit, bucket.left + ((nowMs - bucket.filledAt) / 60_000) * limit);
  buckets.set(tenantId, { left: left < 1 ? left : left - 1, filledAt: nowMs });
  if (left < 1)
    throw new ServiceError('RATE_LIMITED', `Your tier allows ${limit} requests a minute. Try again in a second.`);
};
