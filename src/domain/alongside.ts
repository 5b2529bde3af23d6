import { ServiceError } from '#contract/errors.ts';
import type { AuditEntry } from './audit/audit-entry.ts';

/** The answer kept for an Idempotency-Key, so that the same request again has the same answer (security and reliability §3). */
export type KeptAnswer = {
  /** Of the key with its caller and route. */
  keyHash: string;
  /** Of what the request said. */
  requestHash: string;
  content: Uint8Array;
};

/**
 * `amount` more of what only so much may be in a window of time, exactly counted (security and reliability §1.11). `says`: the limit, as
 * callers are told.
 */
export type Quota = { counter: string; amount: number; limit: number; now: Date; windowEndsAt: Date; says: string };

/** What is written in the same transaction as the effect of a request: all of it or nothing. `seatEntry`: where the change of a user is one of seats. */
export type Alongside = {
  answer?: KeptAnswer & { now: Date };
  quotas?: readonly Quota[];
  entry?: AuditEntry;
  seatEntry?: AuditEntry | undefined;
};

/** Another request with the same Idempotency-Key was first. Nothing was written; its answer is there now. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** Too many requests; `retryAfterSeconds` says when there is room again. */
export class RateLimited extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(detail: string, retryAfterSeconds: number) {
    super('RATE_LIMITED', `${detail} Try again in ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
