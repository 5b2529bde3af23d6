import type { Exploration } from '#verifier/plan/exploration.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { Drop, DroppedPlan } from './dropped-plan.ts';
import type { SurfaceOperation } from './surface-operation.ts';

/**
 * An operation and the journeys that call it. Without any, it is a gap; `gap` tells why, unless a dropped journey of
 * the operation does.
 */
export type OperationCoverage = { operation: string; key: string; journeyIds: string[]; gap?: Drop };

export type PlannedFeature = {
  /**
   * The kept and proved plans. Empty (NO_EXECUTABLE_PLANS) if none of them asserts a value; `dropped` then holds the
   * causes.
   */
  bundle: PlanBundle;
  dropped: DroppedPlan[];
  operations: OperationCoverage[];
  /** The operations in the words of sentences, for the trace of requirements. */
  surface: SurfaceOperation[];
  /** How many operations could not be read. The warnings name them. */
  leftOut: number;
  /**
   * Path parameters whose value no operation creates. If they are declared as env-provided, more journeys become
   * possible.
   */
  paramsFromOutside: string[];
  warnings: string[];
  /** Journeys that send odd values. Absent unless asked for. */
  explorations?: Exploration[];
};
