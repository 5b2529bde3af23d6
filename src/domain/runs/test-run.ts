import type { evidence, stepTrace } from '#contract/schemas/result-document.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { ReasonCode, Verdict } from '#verifier/result/verdict.ts';
import type { Ground } from '#verifier/verdicts/ground-of.ts';

/**
 * COMPLETED: every journey ended, no ENFORCED one in a failure. FAILED: one did, by its verdict or by what the results say of it, or the run
 * broke off (decision record 0094).
 */
export type RunStatus = (typeof runStatuses)[number];
const runStatuses = ['RUNNING', 'COMPLETED', 'FAILED'] as const;

export const isRunStatus = (text: string): text is RunStatus => runStatuses.some((status) => status === text);

/** One uploaded verifier run (specification §2, TestRun), with what we keep beside it. */
export type TestRun = {
  runId: string;
  tenantId: string;
  projectId: string;
  featureId: string;
  status: RunStatus;
  startedAt: string;
  completedAt: string | null;
  durationMs: number | null;
  totalTests: number;
  passed: number;
  failed: number;
  skipped: number;
  inconclusive: number;
  branch: string | null;
  commitId: string | null;
  imageTag: string | null;
  baseUrl: string | null;
  /** The spec that the verifier was built from. */
  specHash: string;
  /** The flow version of that build; runs of earlier versions do not tell. */
  flowVersion?: string;
  /** False for a run of plans for an older spec or flow version than the current ones: kept, never counted. */
  counts: boolean;
  /** The feature's run before this one; what the answer's diff compares with. */
  previousRunId: string | null;
  recordedAt: string;
};

export type ResultStatus = 'PASSED' | 'FAILED' | 'SKIPPED' | 'INCONCLUSIVE';

/** One step of a result (specification §2). A step that was never answered has statusCode 0. */
export type StepTrace = z.output<typeof stepTrace>;

/** What a step was answered, by its place in the plan. null: it was not told of. */
export type StepAnswer = { statusCode: number; passed: boolean | null } | null;

/** One observation that led to the verdict. */
export type Evidence = z.output<typeof evidence>;

/** One journey of a run, with our verdict: what lists, differences and coverage look at. */
export type ResultSummary = {
  runId: string;
  testCaseId: string;
  journeyRef: string;
  testName: string;
  kind: string;
  status: ResultStatus;
  enforcement: 'ENFORCED' | 'OBSERVED';
  startedAt: string;
  endedAt: string;
  durationMs: number;
  errorMessage?: string;
  /** Given by the service from the facts; the uploader's own stands in `uploadedVerdict` where it differs. */
  verdict: Verdict | null;
  reasonCode: ReasonCode | null;
  /** What a pass rests on; null for anything else. */
  ground: Ground | null;
  uploadedVerdict: string | null;
  /** Absent from results that were stored before they had it. */
  answers?: StepAnswer[];
  /** The results themselves call it failed, whatever the evidence says. */
  isToldFailed: boolean;
  causedBy: string | null;
  /** Ended otherwise in this run's confirmation, or in another run at the same commit and spec. */
  flaky: boolean;
};

/** What was seen in a journey. */
export type ResultDetails = { evidence: Evidence[]; curl?: string; replay?: string; stepTraces: StepTrace[] };

/** The whole result (specification §2, TestCaseResult). */
export type TestCaseResult = ResultSummary & ResultDetails;
