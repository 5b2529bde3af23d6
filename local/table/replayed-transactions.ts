import { createHash } from 'node:crypto';
import { ServiceError, validationError } from './service-error.ts';

/** DynamoDB remembers a client request token for this long after the transaction succeeded. */
const rememberedMs = 10 * 60 * 1000;

/**
 * Successful transactions by client request token: a repeat answers without running again, the same token with
 * other parameters is refused. Failed transactions are not remembered.
 */
export class ReplayedTransactions {
  readonly #seen = new Map<string, { readonly digest: string; readonly atMs: number; readonly output: object }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async run(token: unknown, parameters: string, execute: () => Promise<object>): Promise<object> {
    if (token === undefined) return execute();
    if (typeof token !== 'string' || token.length < 1 || token.length > 36) {
      throw validationError('clientRequestToken must have between 1 and 36 characters');
    }
    this.#forget();
    // A digest, because a transaction may be 4 MB and its token is kept for minutes.
    const digest = createHash('sha256').update(parameters).digest('base64');
    const earlier = this.#seen.get(token);
    if (earlier !== undefined && earlier.digest !== digest) {
      throw new ServiceError('IdempotentParameterMismatchException', 'The token was used with other parameters');
    }
    if (earlier !== undefined) return earlier.output;
    const output = await execute();
    this.#seen.set(token, { digest, atMs: this.#now(), output });
    return output;
  }

  /** Tokens are kept in the order of their success, so the old ones come first. */
  #forget(): void {
    const horizonMs = this.#now() - rememberedMs;
    for (const [token, { atMs }] of this.#seen) {
      if (atMs > horizonMs) return;
      this.#seen.delete(token);
    }
  }
}
