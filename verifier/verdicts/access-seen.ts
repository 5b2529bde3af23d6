import type { Expectation } from '../plan/plan.ts';
import type { StepTrace } from '../result/result.ts';

/** What a step expects as to access. ABSENT: nobody may be shown the item, because there is none. */
export type ExpectedAccess = 'ALLOWED' | 'REFUSED' | 'ABSENT';

/** How a persona's own request was answered. UNDECIDED: without an answer, or by one that tells nothing of access. */
export type AccessSeen = 'AS_EXPECTED' | 'OTHERWISE' | 'UNDECIDED';

export const EXPECTED_ACCESS: Readonly<Record<Expectation['outcome'], ExpectedAccess>> = {
  success: 'ALLOWED',
  unauthenticated: 'REFUSED',
  forbidden: 'REFUSED',
  'cross-persona': 'REFUSED',
  'not-found': 'ABSENT',
  gone: 'ABSENT',
};

/**
 * What the answer to one step shows of access, whatever becomes of the journey: 401 and 403 are refusals, 2xx is none.
 * Undefined for a step that was not run.
 */
export function accessSeen(
  outcome: Expectation['outcome'],
  { statusCode, passed }: Pick<StepTrace, 'statusCode' | 'passed'>,
): AccessSeen | undefined {
  if (passed === null) return undefined;
  const isRefused = statusCode === 401 || statusCode === 403;
  const isServed = statusCode >= 200 && statusCode < 300;
  const expected = EXPECTED_ACCESS[outcome];
  if (expected === 'ALLOWED') return isServed ? 'AS_EXPECTED' : isRefused ? 'OTHERWISE' : 'UNDECIDED';
  if (passed || (expected === 'REFUSED' && isRefused)) return 'AS_EXPECTED';
  return isServed ? 'OTHERWISE' : 'UNDECIDED';
}
