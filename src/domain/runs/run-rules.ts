import type { FeatureScope } from '#domain/access/scope.ts';
import type { FeatureHead, FeatureStatus } from '#domain/builds/feature-head.ts';
import { type Coverage, isBroken } from '#domain/coverage/coverage-rules.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { RunStatus, ResultSummary, TestRun } from './test-run.ts';
import type { UploadedRun } from './uploaded-run.ts';

export type RunLabels = {
  branch?: string | null | undefined;
  commitId?: string | null | undefined;
  imageTag?: string | null | undefined;
  baseUrl?: string | null | undefined;
};

export type RunTimes = { startedAt: string; endedAt: string };

/** When the run took place, as far as the document says, else `now`; its times are accepted ones. */
export const timesOf = ({ startedAt, endedAt }: UploadedRun['head'], now: string): RunTimes => {
  const end = endedAt ?? (startedAt && startedAt > now ? startedAt : now);
  return { startedAt: startedAt ?? end, endedAt: end };
};

/** Counts and status of planner and verifier §6.0: `skipped` holds SKIPPED and INCONCLUSIVE, so the three make up the total. */
export const summarize = (results: ResultSummary[], exitCode: number | undefined) => {
  const count = (status: ResultSummary['status']): number => results.filter((each) => each.status === status).length;
  const inconclusive = count('INCONCLUSIVE');
  return {
    status: statusOf(results, exitCode),
    totalTests: results.length,
    passed: count('PASSED'),
    failed: count('FAILED'),
    skipped: count('SKIPPED') + inconclusive,
    inconclusive,
  };
};

/** A runner that was stopped by a signal exits with 128 and more. */
const brokeOff = (exitCode: number | undefined): boolean => exitCode !== undefined && exitCode >= 128;

const statusOf = (results: ResultSummary[], exitCode: number | undefined): RunStatus =>
  brokeOff(exitCode) || hasDecisiveFailure(results) ? 'FAILED' : 'COMPLETED';

/** Of an ENFORCED journey; OBSERVED ones are reported and change nothing. */
const hasDecisiveFailure = (results: ResultSummary[]): boolean =>
  results.some(({ status, enforcement }) => status === 'FAILED' && enforcement === 'ENFORCED');

/** The run as it is stored. */
export const runOf = (
  scope: FeatureScope,
  runId: string,
  head: FeatureHead,
  document: UploadedRun['head'],
  results: ResultSummary[],
  labels: RunLabels,
  { startedAt, endedAt }: RunTimes,
  runtime: Runtime,
): TestRun => {
  return {
    runId,
    tenantId: scope.tenantId,
    projectId: scope.projectId,
    featureId: scope.featureId,
    ...summarize(results, document.exitCode),
    startedAt,
    completedAt: endedAt,
    durationMs: Date.parse(endedAt) - Date.parse(startedAt),
    branch: labels.branch ?? null,
    commitId: labels.commitId ?? null,
    imageTag: labels.imageTag ?? null,
    // Half a character is valid JSON that the table cannot hold.
    baseUrl: (labels.baseUrl ?? document.baseUrl ?? null)?.toWellFormed() ?? null,
    specHash: document.metadata.specHash,
    counts: document.metadata.specHash === head.specHash,
    previousRunId: null,
    recordedAt: runtime.now().toISOString(),
  };
};

/**
 * VERIFIED once nothing blocks; back to SPEC_PUBLISHED by a decisive failure that nobody answers for, not by an inconclusive run (decision
 * record 0003).
 */
export const statusAfter = (status: FeatureStatus, coverage: Coverage): FeatureStatus => {
  if (!coverage.lifecycleBlocking) return 'VERIFIED';
  return isBroken(coverage) ? 'SPEC_PUBLISHED' : status;
};
