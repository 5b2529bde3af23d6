import type { Plan } from '#verifier/plan/plan.ts';

import type { FaultId } from './fault-id.ts';
import { KIND_FACTS } from './kind-facts.ts';

const ofShapes = new WeakMap<Plan, readonly FaultId[]>();

/** Records the faults that the plan's shape names, for `soughtFaults`. Undefined: those of the kind stay. */
export function noteSought(plan: Plan, faults: readonly FaultId[] | undefined): void {
  if (faults) ofShapes.set(plan, faults);
}

/** Returns the faults of which the plan's proof must contain one: those of its shape, else those of its kind. */
export function soughtFaults(plan: Plan): readonly FaultId[] {
  return ofShapes.get(plan) ?? KIND_FACTS[plan.kind].finds;
}
