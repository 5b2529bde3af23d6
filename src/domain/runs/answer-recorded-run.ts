import type { recordRun as endpoint } from '#contract/endpoints/verifier-runs.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { UseCaseResult } from '#domain/use-case.ts';
import { diffRuns } from './diff-runs.ts';
import { runPath, showRun } from './show-run.ts';
import { readResults } from './stored-results.ts';
import type { ResultSummary, TestRun } from './test-run.ts';

type Answer = UseCaseResult<typeof endpoint>;

/** So many journeys an answer carries. */
const mostShown = 10_000;

/** All of them, or of very many those that did not pass. */
const shownOf = (results: ResultSummary[]): ResultSummary[] =>
  results.length <= mostShown ? results : results.filter(({ status }) => status !== 'PASSED').slice(0, mostShown);

/** What record-run answers, made from what is stored alone: a replay gives the same bytes. `results` are those of the run where they are at hand. */
export const answerRecordedRun = async (
  scope: ProjectScope,
  ports: Parameters<typeof readResults>[1],
  recorded: { run: TestRun; results?: ResultSummary[] },
): Promise<Answer> => {
  const { run } = recorded;
  const [results = [], before] = await Promise.all([
    recorded.results ?? readResults(scope, ports, run.runId).then((file) => file?.results),
    run.previousRunId === null ? undefined : readResults(scope, ports, run.previousRunId),
  ]);
  const { changes, counts } = diffRuns(before?.results ?? [], results);
  return {
    body: {
      run: showRun(run),
      journeys: shownOf(results).map((result) => ({
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
      // The run before may be older than runs are kept.
      diff: {
        previousRunId: before === undefined ? null : run.previousRunId,
        changes: changes.slice(0, mostShown),
        counts,
      },
      notes: notesOn(run, results),
    },
    headers: { location: runPath(scope, run.runId) },
  };
};

const notesOn = (run: TestRun, results: ResultSummary[]): string[] => {
  const relabelled = results.filter(({ uploadedVerdict }) => uploadedVerdict !== null).length;
  return [
    ...(run.counts
      ? []
      : [
          'These results are for an older spec or an older flow version: they are kept, and count neither for coverage nor for the feature.',
        ]),
    ...(results.length <= mostShown
      ? []
      : [
          `Of ${results.length} journeys this answer names at most ${mostShown} that did not pass; the run's results name all.`,
        ]),
    ...(relabelled === 0 ? [] : [`${relabelled} verdicts differ from the uploaded ones: the evidence decides.`]),
  ];
};
