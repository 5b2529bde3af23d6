import type { testCaseResult, testRun } from '#contract/schemas/runs.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { TestCaseResult, TestRun } from './test-run.ts';

/** A run as the interface shows it. */
export const showRun = ({
  previousRunId: _previous,
  recordedAt: _recorded,
  flowVersion: _flowVersion,
  ...run
}: TestRun): z.input<typeof testRun> => ({ ...run, skipped: skippedOf(run) });

/** Earlier versions counted the inconclusive among the skipped: then the others make up the total without them. */
const skippedOf = ({
  totalTests,
  passed,
  failed,
  skipped,
  inconclusive,
}: Pick<TestRun, 'totalTests' | 'passed' | 'failed' | 'skipped' | 'inconclusive'>): number =>
  passed + failed + skipped === totalTests ? skipped - inconclusive : skipped;

/** A result as the interface shows it; `logUrl` is the address of our own log endpoint, never a signed one (decision record 0002). */
export const showResult = (
  scope: ProjectScope,
  baseUrl: string,
  result: TestCaseResult,
): z.input<typeof testCaseResult> => ({
  ...result,
  ...(hasLog(result) ? { logUrl: `${baseUrl}${runPath(scope, result.runId)}/results/${result.testCaseId}/log` } : {}),
});

/** Nothing is logged of a journey that sent nothing. */
export const hasLog = ({ stepTraces }: TestCaseResult): boolean => stepTraces.length > 0;

export const runPath = ({ workspaceId, projectId }: ProjectScope, runId: string): string =>
  `/api/v1/workspaces/${workspaceId}/projects/${projectId}/test-runs/${runId}`;
