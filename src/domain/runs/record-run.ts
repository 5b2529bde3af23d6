import type { recordRun as endpoint } from '#contract/endpoints/runs.ts';
import { notFound } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { untilCommitted } from '#domain/builds/commit-change.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { currentCoverage } from '#domain/coverage/current-coverage.ts';
import { isFlaky, withRun, writeStates } from '#domain/coverage/journey-states.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { UseCase } from '#domain/use-case.ts';
import { answerRecordedRun } from './answer-recorded-run.ts';
import { classifyResults } from './classify-results.ts';
import { findPlans } from './find-plans.ts';
import { runOf, statusAfter, timesOf } from './run-rules.ts';
import type { TestCaseResult, TestRun } from './test-run.ts';

type Ports = PortsFor<(typeof endpoint)['uses'][number]>;

/**
 * Takes a run's results in: judged again from their evidence, stored whole or not at all, the feature's state with them. The same
 * Idempotency-Key gives the same run again. Throws RESULT_MISMATCH where the results do not belong to this feature's verifier.
 */
export const recordRun: UseCase<typeof endpoint> = async ({ scope, body, alongside, madeFrom }, ports, runtime) => {
  const runs = ports['runs:write'];
  if (madeFrom !== undefined) {
    const earlier = await runs.find(scope, madeFrom);
    if (earlier === undefined) throw notFound();
    return answerRecordedRun(scope, runs, earlier);
  }
  const [plans, workbook] = await Promise.all([
    findPlans(scope, ports, body.results),
    ports['workbooks:read'].find(scope),
  ]);
  const runId = runtime.newId();
  const results = classifyResults(scope, runId, plans, body.results, timesOf(body.results, runtime), workbook);
  const run = await untilCommitted(async () => {
    const read = await ports['builds:read'].getHead(scope);
    const fresh = runOf(scope, runId, read, body.results, results, body, runtime);
    const after = await counted(scope, ports, read, fresh, results, runtime.now());
    const isRecorded = await runs.record(scope, { run: fresh, ...after }, alongside({ madeFrom: runId }));
    return isRecorded ? fresh : undefined;
  });
  return answerRecordedRun(scope, runs, run);
};

/** What the run means for the feature; a run for an older spec changes nothing. */
const counted = async (
  scope: FeatureScope,
  ports: Ports,
  head: FeatureHead,
  run: TestRun,
  results: TestCaseResult[],
  now: Date,
): Promise<{ head: FeatureHead; results: TestCaseResult[] }> => {
  if (!run.counts) return { head, results };
  const { coverage, states } = await currentCoverage(scope, head, ports, now, (before) =>
    withRun(before, run, results),
  );
  const journeyStatesHash = await writeStates(ports['blobs:write'], scope, states);
  const status = statusAfter(head.status, coverage);
  return {
    head: { ...head, latestRunId: run.runId, journeyStatesHash, status },
    results: results.map((result) => ({ ...result, flaky: isFlaky(states[result.journeyRef]!) })),
  };
};
