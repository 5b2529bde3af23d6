/** The progress of a run. */
export type Progress = {
  ended: number;
  total: number;
  /** Number of failures that are being confirmed. */
  confirming: number;
  elapsedMs: number;
};

/** A confirmed failure, before failures are grouped by cause. */
export type FoundFailure = { name: string; details: string; elapsedMs: number };
