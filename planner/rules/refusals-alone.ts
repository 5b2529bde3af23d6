import { isRefusal } from '#verifier/plan/is-refusal.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';

/**
 * Returns a drop for each plan if all plans are refusals: a server that refuses everything would pass. Otherwise [].
 */
export function refusalsAlone(plans: Plan[], { byKey }: SpecModel): DroppedPlan[] {
  if (!plans.every(isRefusal)) return [];
  return plans.map((plan) =>
    droppedPlan(
      plan,
      {
        reason: 'REFUSALS_ALONE',
        detail:
          'No other journey of the spec asserts a value, and a server that refuses everything would pass this one.',
        edit: 'Make one journey possible that asserts a value; the other causes say what that needs.',
      },
      byKey.get(plan.subject)?.pointer,
    ),
  );
}
