import type { Exploration } from '#verifier/plan/exploration.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { Drop, DroppedPlan } from './dropped-plan.ts';
import type { SurfaceOperation } from './surface-operation.ts';

/** An operation and the journeys that call it. Without any, it is a flow gap: `gap` or a dropped journey tells why. */
export type OperationCoverage = { operation: string; key: string; journeyIds: string[]; gap?: Drop };

export type PlannedFeature = {
  /**
   * The kept and proved plans. The bundle has none (NO_EXECUTABLE_PLANS) if all of them are refusals; `dropped` then
   * holds the causes.
   */
  bundle: PlanBundle;
  dropped: DroppedPlan[];
  operations: OperationCoverage[];
  /** The operations with their nouns and verbs, for the trace of requirements. */
  surface: SurfaceOperation[];
  /** Number of operations that could not be read. The warnings name them. */
  leftOut: number;
  /** Path parameters whose value no operation creates. More journeys become possible if they are env-provided. */
  paramsFromOutside: string[];
  warnings: string[];
  /** Journeys that send odd values. Absent unless asked for. */
  explorations?: Exploration[];
};
