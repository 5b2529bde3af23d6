import { notFound, ServiceError } from '#contract/errors.ts';

/** Why a write at a named version was not carried out: nothing is there, or it is at another version. */
export type Missed = 'GONE' | 'CHANGED';

/** What was written. Throws NOT_FOUND, PRECONDITION_FAILED. */
export const written = <T>(outcome: T | Missed): T => {
  if (outcome === 'GONE') throw notFound();
  if (outcome === 'CHANGED') throw preconditionFailed();
  return outcome as T;
};

/** For writes that read first and are bound to the version that they read. Throws PRECONDITION_FAILED. */
export const requireVersion = (version: number, named: readonly number[] | undefined): void => {
  if (named !== undefined && !named.includes(version)) throw preconditionFailed();
};

const preconditionFailed = (): ServiceError =>
  new ServiceError(
    'PRECONDITION_FAILED',
    'The resource has changed since you read it. Read it again, then write with its new ETag.',
  );
