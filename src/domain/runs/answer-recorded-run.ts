import type { recordRun as endpoint } from '#contract/endpoints/runs.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { RunReader } from '#domain/ports/run-repository.ts';
import type { UseCaseResult } from '#domain/use-case.ts';
import { runPath, showRun } from './show-run.ts';
import type { ResultStatus, TestCaseResult, TestRun } from './test-run.ts';

type Answer = UseCaseResult<typeof endpoint>;

/** What record-run answers, made from stored records alone: a replay gives the same bytes. */
export const answerRecordedRun = async (scope: ProjectScope, runs: RunReader, run: TestRun): Promise<Answer> => {
  const [results, previous] = await Promise.all([
    runs.listResults(scope, run.runId),
    run.previousRunId === null ? [] : runs.listResults(scope, run.previousRunId),
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
      })),
      diff: { previousRunId: run.previousRunId, changes: changesBetween(previous, results) },
      notes: notesOn(run, results),
    },
    headers: { location: runPath(scope, run.runId) },
  };
};

type Change = { journeyId: string; name: string; before: ResultStatus | null; after: ResultStatus | null };

const changesBetween = (before: TestCaseResult[], after: TestCaseResult[]): Change[] => {
  const old = new Map(before.map((result) => [result.journeyRef, result]));
  const now = new Set(after.map(({ journeyRef }) => journeyRef));
  const changed = after.map((result): Change => {
    const { journeyRef: journeyId, testName: name, status } = result;
    return { journeyId, name, before: old.get(journeyId)?.status ?? null, after: status };
  });
  const gone = before
    .filter(({ journeyRef }) => !now.has(journeyRef))
    .map(({ journeyRef, testName, status }) => ({
      journeyId: journeyRef,
      name: testName,
      before: status,
      after: null,
    }));
  return [...changed, ...gone].filter((change) => change.before !== change.after);
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
