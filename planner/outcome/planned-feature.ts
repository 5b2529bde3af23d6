import type { Exploration } from '#verifier/plan/exploration.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { Drop, DroppedPlan } from './dropped-plan.ts';
import type { SurfaceOperation } from './surface-operation.ts';

/**
 * An operation of the spec and the journeys that call it; none = a gap, with the reason where no dropped journey of its
 * own tells it.
 */
export type OperationCoverage = { operation: string; key: string; journeyIds: string[]; gap?: Drop };

export type PlannedFeature = {
  /**
   * Only kept and proved plans, of which one asserts a value. Empty = NO_EXECUTABLE_PLANS; `dropped` holds the causes,
   * each with its edit.
   */
  bundle: PlanBundle;
  dropped: DroppedPlan[];
  operations: OperationCoverage[];
  /** What each operation is called and shows, for the trace of requirements. */
  surface: SurfaceOperation[];
  /** The number of operations that could not be read; the warnings name them. */
  leftOut: number;
  /**
   * Path parameters that no operation of the spec makes a value for: declared as env-provided, they open the journeys
   * below.
   */
  paramsFromOutside: string[];
  warnings: string[];
  /** Journeys that send odd values; only where they are asked for. */
  explorations?: Exploration[];
};
