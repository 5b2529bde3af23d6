import { isReading } from '../plan/is-reading.ts';
import type { Step } from '../plan/plan.ts';
import type { Situation } from './situation.ts';

/**
 * True if the documented response to a write has no schema, or another one than the first documented 2xx with a schema:
 * 204 instead of 201 with the item. Such a response need not show the item.
 */
export function isAnotherAnswer(step: Step, status: number): boolean {
  if (isReading(step)) return false;
  const { expect } = step;
  const planned = Object.entries(expect.responses).find(([code, { schema }]) => code.startsWith('2') && schema)?.[1];
  const given = expect.responses[String(status)];
  return planned !== undefined && given !== undefined && given.schema !== planned.schema;
}

/**
 * True if a write's response shows all captures and none of several sent members: many services return only the id. One
 * absent member is not enough.
 */
export function isToldAlone({ step, facts, assertions }: Pick<Situation, 'step' | 'facts' | 'assertions'>): boolean {
  const sent = assertions.filter(({ op }) => op === 'equals');
  const isNone = sent.length > 1 && sent.every(({ relation }) => relation === 'ABSENT');
  return isNone && !isReading(step) && (facts.missingCaptures ?? []).length === 0;
}
