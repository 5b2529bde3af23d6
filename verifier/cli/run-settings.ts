import type { FailOn } from '../verdicts/exit-code.ts';
import type { SpecFile, TracedSentence } from '../reporters/reporter.ts';
import type { ReporterChoice } from './reporter-choice.ts';
import type { NetworkFlags } from './read-network.ts';

/** What the options of `run` say. Planner and verifier §6.0. */
export type RunSettings = {
  baseUrl: string;
  /** One JSON document on stdout; the report for people goes to stderr. */
  json: boolean;
  reporters: ReporterChoice[];
  /** How JUnit shows what is inconclusive; default `skipped`. */
  junitInconclusive?: 'skipped' | 'error';
  /** The command of a person for this run, without its journeys; default: that of the verifier. */
  again?: string;
  /** Where the spec is a file. */
  spec?: SpecFile;
  /** What the requirements say, for reports to show what proves it. */
  requirements?: readonly TracedSentence[];
  /** Empty: all. An id, the beginning of one, or a name. */
  journeyIds: string[];
  /** Empty: all. Only journeys that one of these takes part in. */
  personas: string[];
  /** An earlier result; what passed there does not run again. */
  failedFile?: string;
  network?: NetworkFlags;
  concurrency?: number;
  ratePerSecond?: number;
  stepTimeoutMs?: number;
  /** Default: random, and told in the result. */
  seed?: number;
  failOn?: FailOn;
};
