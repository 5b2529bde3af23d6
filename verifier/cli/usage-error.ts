import type { ErrorDocument } from '../result/result.ts';

/**
 * The run cannot be done as it was asked for; exit 2 (before anything is sent), or 3 where the first answers show it.
 * Carries the document that `--json` prints. Planner and verifier §8.1.
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
