import type { FeatureScope } from '#domain/access/scope.ts';
import type { FeatureHead, FeatureStatus } from '#domain/builds/feature-head.ts';
import type { Coverage } from '#domain/coverage/coverage-rules.ts';
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

/** Status of a run, and how many of its journeys ended how: each count is what a list with that status holds. */
export const summarize = (results: ResultSummary[], exitCode: number | undefined) => {
  const count = (status: ResultSummary['status']): number => results.filter((each) => each.status === status).length;
  return {
    status: statusOf(results, exitCode),
    totalTests: results.length,
    passed: count('PASSED'),
    failed: count('FAILED'),
    skipped: count('SKIPPED'),
    inconclusive: count('INCONCLUSIVE'),
  };
};

/** A runner that was stopped by a signal exits with 128 and more. */
const brokeOff = (exitCode: number | undefined): boolean => exitCode !== undefined && exitCode >= 128;

const statusOf = (results: ResultSummary[], exitCode: number | undefined): RunStatus =>
  brokeOff(exitCode) || hasFailure(results) ? 'FAILED' : 'COMPLETED';

/** Of an ENFORCED journey, decisive or only told; OBSERVED ones are reported and change nothing. */
const hasFailure = (results: ResultSummary[]): boolean =>
  results.some(
    ({ status, isToldFailed, enforcement }) => enforcement === 'ENFORCED' && (status === 'FAILED' || isToldFailed),
  );

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
    flowVersion: document.metadata.flowVersion,
    counts: document.metadata.specHash === head.specHash,
    previousRunId: null,
    recordedAt: runtime.now().toISOString(),
  };
};

/** VERIFIED while nothing blocks; any ENFORCED journey that was last seen to fail or to be skipped takes it away (decision record 0094). */
export const statusAfter = ({ lifecycleBlocking }: Coverage): FeatureStatus =>
  lifecycleBlocking ? 'SPEC_PUBLISHED' : 'VERIFIED';
