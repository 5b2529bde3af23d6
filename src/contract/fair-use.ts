/** What fair use limits by tier (decision record 157); the values stand in `domain/billing/fair-use.ts`. */
export type FairUseName =
  | 'requestsPerMinute'
  | 'waitsAtOnce'
  | 'buildsPerMinute'
  | 'buildsInFlight'
  | 'uploadMegabytesPerDay';

/**
 * So many within a window, counted exactly with the write itself (security and reliability §1.11). `limit`: the same on every tier, or what
 * the tier says; a count by tier is one for all operations that name it. `of`: what is counted, as callers are told.
 */
export type EndpointQuota =
  | { limit: number; windowSeconds: 60 | 3600; per: 'tenant' | 'project' | 'user'; of: string }
  | typeof buildQuota
  | typeof uploadQuota;

/** Builds that a publish or a retry asks for. */
export const buildQuota = { limit: 'buildsPerMinute', windowSeconds: 60, per: 'project', of: 'builds' } as const;

/** Megabytes (10⁶ bytes) that a request carries and, for an upload, announces. */
export const uploadQuota = {
  limit: 'uploadMegabytesPerDay',
  windowSeconds: 86_400,
  per: 'tenant',
  of: 'MB of specs and runs',
} as const;
