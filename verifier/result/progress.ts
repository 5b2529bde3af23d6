/** The progress of a run. */
export type Progress = {
  ended: number;
  total: number;
  /** Number of failures that are being confirmed. */
  confirming: number;
  elapsedMs: number;
};

/** A confirmed failure, as reported during the run. `elapsedMs`: since the run began. */
export type FoundFailure = { name: string; details: string; elapsedMs: number };
