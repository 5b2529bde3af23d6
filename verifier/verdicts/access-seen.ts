import type { Expectation } from '../plan/plan.ts';
import type { StepTrace } from '../result/result.ts';

/** The access that a step expects. ABSENT: there is no item to show to anybody. */
export type ExpectedAccess = 'ALLOWED' | 'REFUSED' | 'ABSENT';

/** How a persona's own request was answered. UNDECIDED: by no response, or by one that tells nothing about access. */
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
 * What the response to one step shows about access, whatever becomes of the journey: 401 and 403 refuse it, a 2xx
 * grants it. A passed step is always as expected if it expects a refusal or no item. Undefined for a step that was not
 * run.
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
