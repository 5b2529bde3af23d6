import type { Json } from '../plan/plan.ts';
import type { JourneyFacts } from '../verdicts/facts.ts';
import type { Ground } from '../verdicts/ground-of.ts';
import type { ReasonCode, Verdict } from './verdict.ts';

/**
 * The structured result of one run: specification §4 (verifier binary contract) with the additions of planner and
 * verifier §8.1.
 */
export type ResultDocument = {
  metadata: ResultMetadata;
  journeys: JourneyResult[];
  /** ISO 8601, as every time here. */
  startedAt: string;
  endedAt: string;
  /** The base URL that requests went to, path included. */
  baseUrl: string;
  /** Repeats the run's unique values: `--seed`. */
  seed: number;
  exitCode: number;
  summary: ResultSummary;
  /** What the run created and could not take away again. */
  residue: Residue[];
  /**
   * Where the target had too little time for what was asked at once: how many journeys ran at a time then, and after
   * what (`3 × 500`).
   */
  slowed?: { atOnce: number; after: string[] };
  notes?: string[];
};

export type ResultMetadata = { specHash: string; flowVersion: string; jepVersion: string };

/** `skipped`: a parameter was not set; `inconclusive`: every other INCONCLUSIVE_*. */
export type ResultSummary = {
  total: number;
  passed: number;
  decisive: number;
  inconclusive: number;
  skipped: number;
};

export type Residue = { operation: string; path: string; persona: string | null; reason: string };

export type JourneyResult = {
  id: string;
  name: string;
  status: 'pass' | 'fail' | 'skip';
  steps: StepTrace[];
  /** Why, in one sentence; journeys that did not pass. */
  details?: string;
  kind: string;
  operations: string[];
  personas: string[];
  /** The failing step's persona, else the subject's; null when anonymous. */
  persona: string | null;
  enforcement: 'ENFORCED' | 'OBSERVED';
  startedAt: string;
  endedAt: string;
  /** What a pass rests on; journeys that passed. */
  ground?: Ground;
  verdict?: Verdict;
  reasonCode?: ReasonCode;
  /** Code and name in the Web Fuzzing Commons catalogue; decisive verdicts that have one. */
  faultCode?: string;
  /** CAUSED_BY: the journey that keeps the decisive verdict. */
  causedBy?: string;
  evidence?: Evidence[];
  /** Repeats the failing request; secrets stand as variable names. */
  curl?: string;
  /** A `Replay` as JSON, of which `dezycro replay` makes a script; decisive journeys, where it is not too long. */
  replay?: string;
  notes?: string[];
  /** Machine evidence, enough to come to the verdict again without trusting this document's labels. */
  facts: JourneyFacts;
};

/** One observation that led to the verdict. */
export type Evidence = { probe: string; observation: string; method: string; path: string; statusCode: number };

/** Specification §2 StepTrace, with the assertions. Bodies are cut to 16 KiB and redacted. */
export type StepTrace = {
  testCaseStepIndex: number;
  method: string;
  path: string;
  /** 0 where the step was never answered. */
  statusCode: number;
  durationMs: number;
  expectedStatus?: number;
  /** null: not run, because an earlier step ended the journey. */
  passed: boolean | null;
  error?: string;
  stepDescription?: string;
  timestamp?: string;
  requestBody?: string;
  responseBody?: string;
  requestHeaders?: Record<string, string>;
  responseHeaders?: Record<string, string>;
  assertions?: AssertionResult[];
  /** Every time that a step which waits for asynchronous work asked, and the state that it saw. */
  polls?: Poll[];
};

export type Poll = { timestamp: string; statusCode: number; value?: Json };

export type AssertionResult = { op: string; pointer: string; expected?: Json; actual?: Json; passed: boolean };

/** What `--json` prints where nothing ran: exit 2 (usage, spec, plan) and 5 (integrity). */
export type ErrorDocument = {
  error: { code: string; message: string; fix: string };
  reason?: 'NO_EXECUTABLE_PLANS';
  journeys?: [];
  dropped?: DroppedPlan[];
};

/** A plan that the rules dropped, with the edit of the spec that would mend it. */
export type DroppedPlan = {
  name: string;
  kind: string;
  operations: string[];
  personas: string[];
  reason: string;
  /** Number of the specification's rule, §4. */
  rule: number | null;
  detail: string;
  edit: string;
};
