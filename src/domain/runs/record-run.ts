import type { recordRun as endpoint } from '#contract/endpoints/verifier-runs.ts';
import { notFound } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { untilCommitted } from '#domain/builds/commit-change.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { currentCoverage, readStanding, type Standing } from '#domain/coverage/current-coverage.ts';
import { isFlaky, type JourneyStates, withRun, writeStates } from '#domain/coverage/journey-states.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { RunReader } from '#domain/ports/run-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { takeUpload } from '#domain/uploads/take-upload.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { withAcceptedTimes } from './accepted-times.ts';
import { answerRecordedRun } from './answer-recorded-run.ts';
import { classifyResults } from './classify-results.ts';
import { findPlans, type KnownPlans } from './find-plans.ts';
import { ResultFileWriter } from './result-file.ts';
import { runOf, statusAfter, timesOf } from './run-rules.ts';
import type { ResultSummary, TestRun } from './test-run.ts';
import { inlineRun, runInBytes, type UploadedRun } from './uploaded-run.ts';

type Ports = PortsFor<(typeof endpoint)['uses'][number]>;

/**
 * Takes a run's results in: judged again from their evidence, stored whole or not at all, the feature's state with them. The same
 * Idempotency-Key gives the same run again, and so does the same upload. Throws RESULT_MISMATCH where the results do not belong to this
 * feature's verifier, UPLOAD_INCOMPLETE where nothing whole was uploaded.
 */
export const recordRun: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { scope, body, madeFrom } = input;
  const runs = ports['runs:write'];
  const earlierId = madeFrom ?? body.uploadId;
  const earlier = earlierId === undefined ? undefined : await findOwn(scope, runs, earlierId);
  if (earlier !== undefined) return answerRecordedRun(scope, ports, { run: earlier });
  if (madeFrom !== undefined) throw notFound();
  const { runId, now, ...received } = await receive(input, ports, runtime);
  const upload = withAcceptedTimes(received.upload, runtime.now());
  const [plans, standing] = await Promise.all([
    findPlans(scope, input.head, ports, upload),
    readStanding(scope, input.head, ports),
  ]);
  const times = timesOf(upload.head, now);
  const file = new ResultFileWriter();
  const results = classifyResults(scope, runId, plans.plans, upload, times, standing.workbook, file);
  let fresh: Fresh | undefined = { head: input.head, standing };
  const recorded = await untilCommitted(async () => {
    // Somebody else may have committed the same upload meanwhile.
    const twin = body.uploadId === undefined ? undefined : await findOwn(scope, runs, runId);
    if (twin !== undefined) return { run: twin };
    const read = fresh ?? { head: await ports['builds:read'].getHead(scope) };
    fresh = undefined;
    const run = runOf(scope, runId, read.head, upload.head, results, body, times, runtime);
    const after = await counted(scope, ports, { ...read, plans }, run, results, runtime.now());
    const content = file.finish(after.results);
    await Promise.all([
      after.stored,
      ports['blobs:write'].write(scope, blobKeys.results(scope, runId), content, 'application/octet-stream'),
    ]);
    const isRecorded = await runs.record(scope, { run, head: after.head }, input.alongside({ madeFrom: runId }));
    return isRecorded ? { run, results: after.results } : undefined;
  });
  return answerRecordedRun(scope, ports, recorded);
};

/** Where the feature stood; without `standing` it is read again. */
type Fresh = { head: FeatureHead; standing?: Standing };

/** A run of this very feature. */
const findOwn = async (scope: FeatureScope, runs: RunReader, runId: string): Promise<TestRun | undefined> => {
  const run = await runs.find(scope, runId);
  return run?.featureId === scope.featureId ? run : undefined;
};

type Received = { runId: string; upload: UploadedRun; now: string };

/** An upload's run has the upload's id and time, so that whoever commits it writes the same. */
const receive = async (
  { scope, body }: UseCaseInput<typeof endpoint>,
  ports: Ports,
  runtime: Runtime,
): Promise<Received> => {
  if (body.uploadId === undefined)
    return { runId: runtime.newId(), upload: inlineRun(body.results!), now: runtime.now().toISOString() };
  const { ticket, content } = await takeUpload(scope, ports, runtime, body.uploadId, 'RUN');
  return { runId: ticket.id, upload: runInBytes(content), now: ticket.createdAt };
};

/** What the run means for the feature, and when that is `stored`; a run for an older spec changes nothing. */
const counted = async (
  scope: FeatureScope,
  ports: Ports,
  { head, standing, plans }: Fresh & { plans: KnownPlans },
  run: TestRun,
  results: ResultSummary[],
  now: Date,
): Promise<{ head: FeatureHead; results: ResultSummary[]; stored?: Promise<void> }> => {
  if (!run.counts) return { head, results };
  const after = (before: JourneyStates): JourneyStates => withRun(before, run, results);
  const { coverage, states } = await currentCoverage(scope, head, ports, now, { after, plans, standing });
  const { hash, stored } = writeStates(ports['blobs:write'], scope, states);
  const status = statusAfter(head.status, coverage);
  return {
    head: { ...head, latestRunId: run.runId, journeyStatesHash: hash, status },
    stored,
    results: results.map((result) => ({ ...result, flaky: isFlaky(states[result.journeyRef]!) })),
  };
};
