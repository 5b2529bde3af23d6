import type { Actor } from '#domain/access/actor.ts';
import { RateLimited } from '#domain/alongside.ts';
import { fairUse } from '#domain/billing/fair-use.ts';

type Limited = Pick<Actor, 'tenantId' | 'tier'> & Partial<Pick<Actor, 'requestsPerMinute'>>;
type Bucket = { left: number; filledAt: number };

/**
 * The requests of each tenant, counted in this process: free, and approximate where there are several. What must be exact is counted with
 * the write itself (`quotas` of an endpoint). No limit is below one a second, by contract neither. `now` in milliseconds.
 */
export class RateLimits {
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes one from the tenant's bucket, and says how many are left (IETF draft RateLimit header fields). An empty one throws RateLimited. */
  admit({ tenantId, tier, requestsPerMinute }: Limited): Record<string, string> {
    const limit = requestsPerMinute ?? fairUse[tier].requestsPerMinute;
    if (limit === null) return {};
    const nowMs = this.#now();
    const bucket = this.#buckets.get(tenantId) ?? { left: limit, filledAt: nowMs };
    const left = Math.min(limit, bucket.left + ((nowMs - bucket.filledAt) / 60_000) * limit);
    this.#buckets.set(tenantId, { left: left < 1 ? left : left - 1, filledAt: nowMs });
    if (left < 1)
      throw new RateLimited(`Your tenant may make ${limit} requests a minute.`, Math.ceil(((1 - left) * 60) / limit));
    const fullInSeconds = Math.ceil(((limit - left + 1) * 60) / limit);
    return {
      'ratelimit-policy': `"tenant";q=${limit};w=60`,
      ratelimit: `"tenant";r=${Math.floor(left - 1)};t=${fullInSeconds}`,
    };
  }
}
