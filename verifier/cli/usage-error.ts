import type { ErrorDocument } from '../result/result.ts';

/**
 * Thrown if the run cannot be done as requested. Exit code 2, or 3 if only the responses showed it. `document`: what
 * `--json` prints. Planner and verifier §8.1.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly document: ErrorDocument;
  readonly exitCode: 2 | 3;
  constructor(
    code: string,
    message: string,
    fix: string,
    { exitCode = 2, ...more }: Omit<ErrorDocument, 'error'> & { exitCode?: 2 | 3 } = {},
  ) {
    super(message);
    this.document = { error: { code, message, fix }, ...more };
    this.exitCode = exitCode;
  }
}
