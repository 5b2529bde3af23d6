import { isReading } from '../plan/is-reading.ts';
import type { Step } from '../plan/plan.ts';

/**
 * A write that documents several answers (201 with the item, 204 with nothing) was answered by one that does not show what the plan
 * asserts or carries on. That answer is right; what was written is seen only by other reads.
 */
export function isAnotherAnswer(step: Step, status: number): boolean {
  if (isReading(step)) return false;
  const { expect } = step;
  const planned = Object.entries(expect.responses).find(([code, { schema }]) => code.startsWith('2') && schema)?.[1];
  const given = expect.responses[String(status)];
  return planned !== undefined && given !== undefined && given.schema !== planned.schema;
}
