import { ServiceError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/actor.ts';

const dayMs = 24 * 3600 * 1000;

/** For how long a token is valid where nobody says it (decision record 0101). */
const usualDays = 90;

/** For how long a token may be valid in a tenant that has no maximum of its own. */
export const usualMaximumDays = 365;

/** When tokens end that were created before tokens had an end: 90 days after the version that gave them one. */
export const endOfOldTokens = '2027-02-28T00:00:00.000Z';

export const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/**
 * When a new token ends. `2026-01-01` and a maximum of 30 days: 2026-01-31 at the latest, and never after the token that creates it.
 * Throws VALIDATION_FAILED for a time that is over or beyond the tenant's maximum, SCOPE_ESCALATION for one beyond the maker's own.
 */
export const expiryOf = (
  wanted: string | undefined,
  maximumDays: number,
  { tokenExpiresAt }: Pick<Actor, 'tokenExpiresAt'>,
  now: Date,
): string => {
  const latest = daysAfter(now, maximumDays);
  const own = tokenExpiresAt === null ? latest : new Date(tokenExpiresAt);
  if (wanted === undefined)
    return new Date(Math.min(daysAfter(now, usualDays).getTime(), latest.getTime(), own.getTime())).toISOString();
  const end = new Date(wanted);
  if (end <= now) throw invalidExpiry('INVALID', 'is over already');
  if (end > latest) throw invalidExpiry('TOO_LARGE', `is beyond the ${maximumDays} days that your tenant allows`);
  if (end > own)
    throw new ServiceError(
      'SCOPE_ESCALATION',
      `Your token ends at ${own.toISOString()}; it can create tokens that end by then. Sign in to create one that lives longer.`,
    );
  return end.toISOString();
};

const invalidExpiry = (code: 'INVALID' | 'TOO_LARGE', message: string): ServiceError =>
  new ServiceError('VALIDATION_FAILED', `#/expiresAt ${message}`, [
    { in: 'body', pointer: '#/expiresAt', code, message },
  ]);

/** True once the token of the caller has ended; never for who signed in. */
export const hasExpired = ({ tokenExpiresAt }: Pick<Actor, 'tokenExpiresAt'>, now: Date): boolean =>
  tokenExpiresAt !== null && new Date(tokenExpiresAt) <= now;
