import type { Plan } from '../../plan/plan.ts';
import type { FailOn } from '../../verdicts/exit-code.ts';
import type { FoundFailure, Progress } from '../../result/progress.ts';
import type { RunOptions } from './open-run.ts';

export type RunPlansOptions = RunOptions & {
  /** Plans to run, in plan order; default all of the bundle. */
  plans?: readonly Plan[];
  /** Seeds the unique values and nothing else. */
  seed: number;
  failOn?: FailOn;
  /** An earlier run, of which this one repeats a part, has seen a value again. */
  provedBefore?: boolean;
  /** Called as each journey ends, and as one is confirmed. */
  onProgress?: (progress: Progress) => void;
  /** Called for each failure as it is confirmed, before causes are grouped. */
  onFailure?: (failure: FoundFailure) => void;
};
