import type { Plan, Step } from '../plan/plan.ts';
import { lastPathValue } from './situation.ts';

/** True if a step checks that a write to one item left another item unchanged. */
export function isOfAnother({ steps }: Pick<Plan, 'steps'>, step: Step): boolean {
  const itemOf = (one: Step) => JSON.stringify(lastPathValue(one));
  const done = steps.find(({ id }) => id === step.effectOf);
  return done !== undefined && done.path === step.path && itemOf(done) !== itemOf(step);
}
