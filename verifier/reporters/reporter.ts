import type { PlanBundle } from '../plan/plan.ts';
import type { FoundFailure, Progress } from '../result/progress.ts';
import type { ResultDocument } from '../result/result.ts';

/** Writes a report of a run. Never changes its exit code. */
export type Reporter = {
  start?: (start: RunStart) => void;
  progress?: (progress: Progress) => void;
  /** Called for the first confirmed failure of each cause, during the run. */
  found?: (failure: FoundFailure) => void;
  end: (result: ResultDocument) => void;
};

/** A spec file, with the line that describes an operation ("METHOD /path"). */
export type SpecFile = { path: string; lineOf: (operation: string) => number | undefined };

/** A sentence of the requirements and what this verifier's journeys show of it. */
export type TracedSentence = {
  sentence: string;
  /** The heading above the sentence; "" without one. */
  section: string;
  /**
   * For each part of the sentence, the ids of the journeys that prove it. Empty if the sentence is bound to no
   * operation.
   */
  proofs: string[][];
  /** Why a part has no journey, with the edit of the spec that would give it one. */
  missing: string[];
};

export type RunStart = {
  bundle: PlanBundle;
  /** The URL to which path templates are appended. */
  baseUrl: string;
  /** The command that runs journeys again, such as `dezycro-verify run --base-url URL`. `--journey ID` is appended. */
  again: string;
  /**
   * The command that prints a failure as a script, such as `dezycro replay`. Journey id and `options` are appended.
   * Undefined if the run is neither kept nor written to a JSON report.
   */
  replay?: { command: string; options: string };
  spec?: SpecFile;
  requirements?: readonly TracedSentence[];
  personas: { ready: number; needed: number };
  params: { ready: number; needed: number };
};
