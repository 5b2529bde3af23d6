import type { PlanBundle } from '../plan/plan.ts';
import type { FoundFailure, Progress } from '../result/progress.ts';
import type { ResultDocument } from '../result/result.ts';

/** One way to tell a run; never changes its exit code. */
export type Reporter = {
  start?: (start: RunStart) => void;
  progress?: (progress: Progress) => void;
  /** A failure that a second attempt has confirmed, before causes are grouped. */
  found?: (failure: FoundFailure) => void;
  end: (result: ResultDocument) => void;
};

/** A spec that people can open, and the line where it describes an operation, "METHOD /path". */
export type SpecFile = { path: string; lineOf: (operation: string) => number | undefined };

/** A sentence of the requirements and what this verifier's journeys show of it. */
export type TracedSentence = {
  sentence: string;
  /** The heading that it stands under; "" for none. */
  section: string;
  /** The journeys that prove each thing that it demands; none at all where it is bound to no operation. */
  proofs: string[][];
  /** Why something has no journey, with the edit of the spec that would show it. */
  missing: string[];
};

export type RunStart = {
  bundle: PlanBundle;
  /** The URL that requests go to. */
  baseUrl: string;
  /**
   * The command that runs journeys of this run again, as in `dezycro-verify run --base-url URL`; `--journey ID`
   * follows.
   */
  again: string;
  /**
   * The command that prints the script of a failure, as in `dezycro replay`; the journey and these options follow.
   * Undefined where its run is not kept.
   */
  replay?: { command: string; options: string };
  spec?: SpecFile;
  requirements?: readonly TracedSentence[];
  personas: { ready: number; needed: number };
  params: { ready: number; needed: number };
};
