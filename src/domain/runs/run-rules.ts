import type { FeatureScope } from '#domain/access/scope.ts';
import type { FeatureHead, FeatureStatus } from '#domain/builds/feature-head.ts';
import { type Coverage, isBroken } from '#domain/coverage/coverage-rules.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { RunStatus, TestCaseResult, TestRun } from './test-run.ts';
import type { UploadedDocument } from './uploaded-result.ts';

export type RunLabels = {
  branch?: string | null | undefined;
  commitId?: string | null | undefined;
  imageTag?: string | null | undefined;
  baseUrl?: string | null | undefined;
};

/** When the run took place, as far as the document says; UTC with milliseconds. */
export const timesOf = (document: UploadedDocument, runtime: Runtime): { startedAt: string; endedAt: string } => {
  const now = runtime.now().toISOString();
  const endedAt = document.endedAt === undefined ? now : new Date(document.endedAt).toISOString();
  const startedAt = document.startedAt === undefined ? endedAt : new Date(document.startedAt).toISOString();
  return { startedAt, endedAt };
};

/** Counts and status of planner and verifier §6.0: `skipped` holds SKIPPED and INCONCLUSIVE, so the three make up the total. */
export const summarize = (results: TestCaseResult[], exitCode: number | undefined) => {
  const count = (status: TestCaseResult['status']): number => results.filter((each) => each.status === status).length;
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

const statusOf = (results: TestCaseResult[], exitCode: number | undefined): RunStatus =>
  brokeOff(exitCode) || hasDecisiveFailure(results) ? 'FAILED' : 'COMPLETED';

/** Of an ENFORCED journey; OBSERVED ones are reported and change nothing. */
const hasDecisiveFailure = (results: TestCaseResult[]): boolean =>
  results.some(({ status, enforcement }) => status === 'FAILED' && enforcement === 'ENFORCED');

/** The run as it is stored. */
export const runOf = (
  scope: FeatureScope,
  runId: string,
  head: FeatureHead,
  document: UploadedDocument,
  results: TestCaseResult[],
  labels: RunLabels,
  runtime: Runtime,
): TestRun => {
  const { startedAt, endedAt } = timesOf(document, runtime);
  return {
    runId,
    tenantId: scope.tenantId,
    projectId: scope.projectId,
    featureId: scope.featureId,
    ...summarize(results, document.exitCode),
    startedAt,
    completedAt: endedAt,
    durationMs: Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)),
    branch: labels.branch ?? null,
    commitId: labels.commitId ?? null,
    imageTag: labels.imageTag ?? null,
    baseUrl: labels.baseUrl ?? document.baseUrl ?? null,
    specHash: document.metadata.specHash,
    counts: document.metadata.specHash === head.specHash,
    previousRunId: head.latestRunId,
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
