import type { Plan } from '#verifier/plan/plan.ts';

import type { FaultId } from './fault-id.ts';
import { KIND_FACTS } from './kind-facts.ts';

const ofShapes = new WeakMap<Plan, readonly FaultId[]>();

/** Notes the faults that the shape of a plan exists to find, in place of those of its kind. */
export function noteSought(plan: Plan, faults: readonly FaultId[] | undefined): void {
  if (faults) ofShapes.set(plan, faults);
}

/** The faults of which a plan's proof must contain one: those of its shape, else those of its kind. */
export function soughtFaults(plan: Plan): readonly FaultId[] {
  return ofShapes.get(plan) ?? KIND_FACTS[plan.kind].finds;
}
