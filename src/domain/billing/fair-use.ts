import type { FairUseName } from '#contract/fair-use.ts';
import type { Tier } from '#domain/access/actor.ts';
import { RateLimited } from '#domain/alongside.ts';

/** null: no limit. */
export type FairUse = Record<FairUseName, number | null>;

/**
 * How much of what all tenants share one tenant may take (decision record 157). `requestsPerMinute` is counted in each process, the others
 * exactly: `buildsPerMinute` in one project, `uploadMegabytesPerDay` in 10⁶ bytes from 00:00 UTC.
 */
export const fairUse: Record<Tier, FairUse> = {
  FREE: {
    requestsPerMinute: 60,
    waitsAtOnce: 2,
    buildsPerMinute: 10,
    buildsInFlight: 2,
    uploadMegabytesPerDay: 1_000,
  },
  PRO: {
    requestsPerMinute: 600,
    waitsAtOnce: 5,
    buildsPerMinute: 20,
    buildsInFlight: 10,
    uploadMegabytesPerDay: 10_000,
  },
  TEAM: {
    requestsPerMinute: 2000,
    waitsAtOnce: 10,
    buildsPerMinute: 30,
    buildsInFlight: 20,
    uploadMegabytesPerDay: 50_000,
  },
  ENTERPRISE: {
    requestsPerMinute: null,
    waitsAtOnce: 20,
    buildsPerMinute: 60,
    buildsInFlight: 50,
    uploadMegabytesPerDay: null,
  },
};

/** Where nothing is limited. */
export const unlimited: FairUse = {
  requestsPerMinute: null,
  waitsAtOnce: null,
  buildsPerMinute: null,
  buildsInFlight: null,
  uploadMegabytesPerDay: null,
};

/** What a tenant is told that has as many `of` something at once as its tier allows. */
export const tooManyAtOnce = (tier: Tier, limit: number, of: string, retryAfterSeconds: number): RateLimited =>
  new RateLimited(`Your tenant may have ${limit} ${of} at once on tier ${tier}.`, retryAfterSeconds);
