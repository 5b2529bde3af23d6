import type { ErrorDocument } from '../result/result.ts';

/** Something is wrong before anything is sent; exit 2. Carries the document that `--json` prints. Planner and verifier §8.1. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly document: ErrorDocument;
  constructor(code: string, message: string, fix: string, more: Omit<ErrorDocument, 'error'> = {}) {
    super(message);
    this.document = { error: { code, message, fix }, ...more };
  }
}
