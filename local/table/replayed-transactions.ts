import { createHash } from 'node:crypto';
import { ServiceError, validationError } from './service-error.ts';

/** DynamoDB remembers a client request token for this long after the transaction succeeded. */
const rememberedMs = 10 * 60 * 1000;

/** A transaction's token with what it was used for. */
export interface Token {
  readonly token: string;
  readonly digest: string;
}

/**
 * Successful transactions by client request token: a repeat answers without running again, the same token with
 * other parameters is refused. Failed transactions are not remembered.
 */
export class ReplayedTransactions {
  readonly #seen = new Map<string, { readonly digest: string; readonly atMs: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Undefined for a transaction without token. */
  tokenOf(token: unknown, parameters: object): Token | undefined {
    if (token === undefined) return undefined;
    if (typeof token !== 'string' || token.length < 1 || token.length > 36) {
      throw validationError('clientRequestToken must have between 1 and 36 characters');
    }
    // A digest, because a transaction may be 4 MB and its token is kept for minutes.
    return { token, digest: createHash('sha256').update(JSON.stringify(parameters)).digest('base64') };
  }

  /** Whether the transaction has run. Throws IdempotentParameterMismatchException. */
  has({ token, digest }: Token): boolean {
    this.#forgetOld();
    const earlier = this.#seen.get(token);
    if (earlier !== undefined && earlier.digest !== digest) {
      throw new ServiceError('IdempotentParameterMismatchException', 'The token was used with other parameters');
    }
    return earlier !== undefined;
  }

  remember({ token, digest }: Token): void {
    this.#seen.set(token, { digest, atMs: this.#now() });
  }

  /** For a transaction that ran and could not be committed. */
  forget({ token }: Token): void {
    this.#seen.delete(token);
  }

  /** Tokens are kept in the order of their success, so the old ones come first. */
  #forgetOld(): void {
    const horizonMs = this.#now() - rememberedMs;
    for (const [token, { atMs }] of this.#seen) {
      if (atMs > horizonMs) return;
      this.#seen.delete(token);
    }
  }
}
