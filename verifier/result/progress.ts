/** How far a run is. */
export type Progress = {
  ended: number;
  total: number;
  /** Failures whose second attempt is under way. */
  confirming: number;
  elapsedMs: number;
};

/** A failure as it is found; whether another one explains it is known at the end. */
export type FoundFailure = { name: string; details: string; elapsedMs: number };
