import type { Plan, Step } from './plan.ts';

/** The steps of a plan that come before this one, in order. */
export function earlierSteps({ steps }: Pick<Plan, 'steps'>, step: Step): Step[] {
  return steps.slice(0, steps.indexOf(step));
}
