import type { DroppedPlan } from '#planner/rules/dropped-plan.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';

/** What planning leaves behind: stored once under its hash, read by assembly, recording and coverage. */
export type PlanDocument = {
  bundle: PlanBundle;
  dropped: DroppedPlan[];
  /** Every operation of the spec, as plans name it; for flow gaps. */
  operations: string[];
};
