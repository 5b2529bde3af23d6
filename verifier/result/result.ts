import type { Json } from '../plan/plan.ts';
import type { JourneyFacts } from '../verdicts/facts.ts';
import type { Ground } from '../verdicts/ground-of.ts';
import type { ReasonCode, Verdict } from './verdict.ts';

/**
 * The result document of a run: specification §4 (verifier binary contract) with the additions of planner and verifier
 * §8.1.
 */
export type ResultDocument = {
  metadata: ResultMetadata;
  journeys: JourneyResult[];
  /** ISO 8601, like each time here. */
  startedAt: string;
  endedAt: string;
  /** The URL to which path templates are appended. */
  baseUrl: string;
  /** The seed of unique values. The same `--seed` gives the same values. */
  seed: number;
  exitCode: number;
  summary: ResultSummary;
  /** Items that the run created and could not delete. */
  residue: Residue[];
  /** How far the run was slowed down for a busy target: journeys at a time at the end, and the reasons (`3 × 500`). */
  slowed?: { atOnce: number; after: string[] };
  notes?: string[];
};

export type ResultMetadata = { specHash: string; flowVersion: string; jepVersion: string };

/** `skipped`: a parameter was not set. `inconclusive`: each other INCONCLUSIVE_* verdict. */
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
  /** Why the journey did not pass, in one sentence. Absent for a pass. */
  details?: string;
  kind: string;
  operations: string[];
  personas: string[];
  /** The persona of the failing step, else of the operation under test. null: no credentials. */
  persona: string | null;
  enforcement: 'ENFORCED' | 'OBSERVED';
  startedAt: string;
  endedAt: string;
  /** What a pass rests on. Absent for other journeys. */
  ground?: Ground;
  verdict?: Verdict;
  reasonCode?: ReasonCode;
  /** Code and name in the Web Fuzzing Commons catalogue, for decisive verdicts that have one. */
  faultCode?: string;
  /** For CAUSED_BY: id of the journey that keeps the verdict. */
  causedBy?: string;
  evidence?: Evidence[];
  /** A curl command that repeats the failing request, with variables for secrets. */
  curl?: string;
  /** A `Replay` as JSON, for `dezycro replay`. For decisive journeys, unless no script can check the fault. */
  replay?: string;
  notes?: string[];
  /** The observations, enough to derive the verdict again without trusting the other members. */
  facts: JourneyFacts;
};

/** One observation that led to the verdict. */
export type Evidence = { probe: string; observation: string; method: string; path: string; statusCode: number };

/** A step of a journey: specification §2 StepTrace, with assertions. Bodies are redacted and cut to 16 KiB. */
export type StepTrace = {
  testCaseStepIndex: number;
  method: string;
  path: string;
  /** 0 without a response. */
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
  /** Each read of a step that waited for asynchronous work, with the value that it saw. */
  polls?: Poll[];
};

export type Poll = { timestamp: string; statusCode: number; value?: Json };

export type AssertionResult = { op: string; pointer: string; expected?: Json; actual?: Json; passed: boolean };

/**
 * What `--json` prints in place of a result: exit code 2 (usage, spec, plan, internal error), 3 (wrong base URL) or 5
 * (integrity).
 */
export type ErrorDocument = {
  error: { code: string; message: string; fix: string };
  reason?: 'NO_EXECUTABLE_PLANS';
  journeys?: [];
  dropped?: DroppedPlan[];
};

/** A plan that the rules dropped, with the change of the spec that would keep it. */
export type DroppedPlan = {
  name: string;
  kind: string;
  operations: string[];
  personas: string[];
  reason: string;
  /** Number of the rule in specification §4. */
  rule: number | null;
  detail: string;
  edit: string;
};
