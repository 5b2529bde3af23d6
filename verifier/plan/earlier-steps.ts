import type { Plan, Step } from './plan.ts';

/** The steps before the one with the id of `step`, in order: `step` may be a changed copy. */
export function earlierSteps({ steps }: Pick<Plan, 'steps'>, step: Pick<Step, 'id'>): Step[] {
  return steps.slice(
    0,
    steps.findIndex(({ id }) => id === step.id),
  );
}
