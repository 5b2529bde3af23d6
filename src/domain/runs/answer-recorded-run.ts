import type { recordRun as endpoint } from '#contract/endpoints/runs.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { ResultReader } from '#domain/ports/run-repository.ts';
import type { UseCaseResult } from '#domain/use-case.ts';
import { diffRuns } from './diff-runs.ts';
import { runPath, showRun } from './show-run.ts';
import type { TestCaseResult, TestRun } from './test-run.ts';

type Answer = UseCaseResult<typeof endpoint>;

/** What record-run answers, made from stored records alone: a replay gives the same bytes. */
export const answerRecordedRun = async (scope: ProjectScope, stored: ResultReader, run: TestRun): Promise<Answer> => {
  const [results = [], previous = []] = await Promise.all([
    stored.listResults(scope, run.runId),
    run.previousRunId === null ? [] : stored.listResults(scope, run.previousRunId),
  ]);
  return {
    body: {
      run: showRun(run),
      journeys: results.map((result) => ({
        journeyId: result.journeyRef,
        testCaseId: result.testCaseId,
        name: result.testName,
        status: result.status,
        verdict: result.verdict,
        reasonCode: result.reasonCode,
        causedBy: result.causedBy,
        uploadedVerdict: result.uploadedVerdict,
        flaky: result.flaky,
      })),
      diff: { previousRunId: run.previousRunId, ...diffRuns(previous, results) },
      notes: notesOn(run, results),
    },
    headers: { location: runPath(scope, run.runId) },
  };
};

const notesOn = (run: TestRun, results: TestCaseResult[]): string[] => {
  const relabelled = results.filter(({ uploadedVerdict }) => uploadedVerdict !== null).length;
  return [
    ...(run.counts
      ? []
      : ['These results are for an older spec: they are kept, and count neither for coverage nor for the feature.']),
    ...(relabelled === 0 ? [] : [`${relabelled} verdicts differ from the uploaded ones: the evidence decides.`]),
  ];
};
