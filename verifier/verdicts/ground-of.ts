import { isRefusal } from '../plan/is-refusal.ts';
import type { Assertion, Plan, Step } from '../plan/plan.ts';
import { isAssertionMet } from './classify-journey.ts';
import type { AttemptFacts, StepFacts } from './facts.ts';

/**
 * What a pass rests on. VALUE: a positive journey saw a sent or captured value again. STATUS: no value was seen again,
 * or a refusal was asked for. ROUTE_IN_DOUBT: a missing route would give the same refusal.
 */
export type Ground = 'VALUE' | 'STATUS' | 'ROUTE_IN_DOUBT';

type ValueAssertion = Extract<Assertion, { op: 'equals' | 'listContains' | 'listPages' }>;

const VALUE_OPS = new Set(['equals', 'listContains', 'listPages']);

/** The ground of a passed journey, from the facts of its first attempt. */
export function groundOf(plan: Plan, attempt: AttemptFacts): Ground {
  if (!isRefusal(plan)) return showsValue(plan, attempt) ? 'VALUE' : 'STATUS';
  return stepsInDoubt(plan, attempt).length > 0 ? 'ROUTE_IN_DOUBT' : 'STATUS';
}

/** The refused steps that a missing route would answer alike, if no request at their path template has succeeded. */
export function stepsInDoubt({ steps }: Plan, { steps: facts }: AttemptFacts): Plan['steps'] {
  return steps.filter(({ id, expect }) => {
    const found = facts.find(({ step }) => step === id);
    return expect.outcome !== 'success' && found?.sameAsNoRoute === true && found.templateServed !== true;
  });
}

function showsValue({ steps }: Plan, { steps: facts }: AttemptFacts): boolean {
  return steps.some((step) => {
    const found = facts.find((one) => one.step === step.id);
    return step.expect.outcome === 'success' && valuesAsked(step).some((one) => isValueShown(step, one, found));
  });
}

/** The step's assertions that show a sent or captured value again: in a member, a list or pages. */
export function valuesAsked({ assert }: Step): ValueAssertion[] {
  return assert.filter((one): one is ValueAssertion => VALUE_OPS.has(one.op));
}

/** True if the facts contain this assertion, by operator and JSON Pointer, and it is met. */
export function isValueShown(step: Step, asked: ValueAssertion, facts: StepFacts | undefined): boolean {
  const pointer = asked.op === 'equals' ? asked.pointer : asked.list;
  const told = facts?.assertions?.filter((one) => one.op === asked.op && one.pointer === pointer) ?? [];
  return told.some((one) => isAssertionMet(step, one));
}
