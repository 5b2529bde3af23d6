import type { FailOn } from '../verdicts/exit-code.ts';
import type { SpecFile, TracedSentence } from '../reporters/reporter.ts';
import type { ReporterChoice } from './reporter-choice.ts';
import type { NetworkFlags } from './read-network.ts';

/** The options of `run`. Planner and verifier §6.0. */
export type RunSettings = {
  baseUrl: string;
  /** Writes one JSON document to stdout. The report for people goes to stderr. */
  json: boolean;
  reporters: ReporterChoice[];
  /** How JUnit shows inconclusive journeys. Default `skipped`. */
  junitInconclusive?: 'skipped' | 'error';
  /** The command to show for running again, without journeys. Default: that of the verifier. */
  again?: string;
  /** The spec, if it is a file. */
  spec?: SpecFile;
  /** The sentences of the requirements, for reports that show which journeys prove each. */
  requirements?: readonly TracedSentence[];
  /** Ids, starts of ids, or names of journeys. Empty: all. */
  journeyIds: string[];
  /** Runs only journeys with one of these personas. Empty: all. */
  personas: string[];
  /** An earlier result document. Journeys that passed there do not run. */
  failedFile?: string;
  network?: NetworkFlags;
  concurrency?: number;
  ratePerSecond?: number;
  stepTimeoutMs?: number;
  /** Default: random. The result document shows it. */
  seed?: number;
  failOn?: FailOn;
};
