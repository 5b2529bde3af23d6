import type { Plan } from '../../plan/plan.ts';
import type { FailOn } from '../../verdicts/exit-code.ts';
import type { FoundFailure, Progress } from '../../result/progress.ts';
import type { RunOptions } from './open-run.ts';

export type RunPlansOptions = RunOptions & {
  /** The plans to run. The result has their order. Default: all of the bundle. */
  plans?: readonly Plan[];
  /** Seed of the unique values only. */
  seed: number;
  failOn?: FailOn;
  /** True if an earlier run, which this one repeats in part, has seen a value again. See `nothingProved`. */
  provedBefore?: boolean;
  /** Called when a journey ends and when a confirmation starts. */
  onProgress?: (progress: Progress) => void;
  /** Called for the first decisive failure of each cause, when its journey is settled. */
  onFailure?: (failure: FoundFailure) => void;
};
