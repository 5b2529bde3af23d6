import type { DroppedPlan } from '#planner/outcome/dropped-plan.ts';
import type { SurfaceOperation } from '#planner/outcome/surface-operation.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';

/** What planning leaves behind: stored once under its hash, read by assembly, recording and coverage. */
export type PlanDocument = {
  bundle: PlanBundle;
  dropped: DroppedPlan[];
  /** Every operation of the spec, as plans name it; for flow gaps. */
  operations: string[];
  /** Of operations that no plan calls: why, and the edit of the spec that would mend it. Absent from builds of before. */
  gaps?: Record<string, Pick<DroppedPlan, 'reason' | 'detail' | 'edit'>>;
  /** What operations are called and show, and the names of all personas, for the trace of requirements. Absent from builds of before. */
  surface?: { operations: SurfaceOperation[]; personas: string[] };
};
