import type { Plan, Step } from './plan.ts';

/** The steps before `step`, in order. `step` must be the plan's own object, not a copy. */
export function earlierSteps({ steps }: Pick<Plan, 'steps'>, step: Step): Step[] {
  return steps.slice(0, steps.indexOf(step));
}
