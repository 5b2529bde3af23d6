import { isReading } from '../plan/is-reading.ts';
import type { Step } from '../plan/plan.ts';
import type { Situation } from './situation.ts';

/**
 * A write that documents several answers (201 with the item, 204 with nothing) was answered by one that does not show
 * what the plan asserts or carries on. That answer is right; what was written is seen only by other reads.
 */
export function isAnotherAnswer(step: Step, status: number): boolean {
  if (isReading(step)) return false;
  const { expect } = step;
  const planned = Object.entries(expect.responses).find(([code, { schema }]) => code.startsWith('2') && schema)?.[1];
  const given = expect.responses[String(status)];
  return planned !== undefined && given !== undefined && given.schema !== planned.schema;
}

/**
 * A write's answer shows nothing of what was sent, and what its schema requires is there: it tells the thing by its id
 * alone, as many do whose document names the thing's schema for it. One member that is left out is another matter.
 */
export function isToldAlone({ step, facts, assertions }: Pick<Situation, 'step' | 'facts' | 'assertions'>): boolean {
  const sent = assertions.filter(({ op }) => op === 'equals');
  const isNone = sent.length > 1 && sent.every(({ relation }) => relation === 'ABSENT');
  return isNone && !isReading(step) && (facts.missingCaptures ?? []).length === 0;
}
