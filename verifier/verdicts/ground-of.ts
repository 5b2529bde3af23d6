import { isRefusal } from '../plan/is-refusal.ts';
import type { Plan } from '../plan/plan.ts';
import { isAssertionMet } from './classify-journey.ts';
import type { AttemptFacts } from './facts.ts';

/**
 * What a pass rests on. VALUE: a positive journey saw a value again that it had sent or been given. STATUS: only statuses were as expected.
 * ROUTE_IN_DOUBT: a refusal that a missing route would give just so.
 */
export type Ground = 'VALUE' | 'STATUS' | 'ROUTE_IN_DOUBT';

const VALUE_OPS = new Set(['equals', 'listContains', 'listPages']);

/** The ground of a journey that passed, from the facts of its first attempt. */
export function groundOf(plan: Plan, attempt: AttemptFacts): Ground {
  if (!isRefusal(plan)) return showsValue(plan, attempt) ? 'VALUE' : 'STATUS';
  return stepsInDoubt(plan, attempt).length > 0 ? 'ROUTE_IN_DOUBT' : 'STATUS';
}

/** The refusals of an attempt that a missing route would give just so: nothing else was answered on their path. */
export function stepsInDoubt({ steps }: Plan, { steps: facts }: AttemptFacts): Plan['steps'] {
  return steps.filter(({ id, expect }) => {
    const found = facts.find(({ step }) => step === id);
    return expect.outcome !== 'success' && found?.sameAsNoRoute === true && found.templateServed !== true;
  });
}

function showsValue({ steps }: Plan, { steps: facts }: AttemptFacts): boolean {
  return steps.some((step) => {
    const { assertions = [] } = facts.find((one) => one.step === step.id) ?? {};
    const isAsked = step.expect.outcome === 'success';
    return isAsked && assertions.some((one) => VALUE_OPS.has(one.op) && isAssertionMet(step, one));
  });
}
