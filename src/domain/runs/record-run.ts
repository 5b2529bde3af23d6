import type { recordRun as endpoint } from '#contract/endpoints/verifier-runs.ts';
import { notFound } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { readStanding } from '#domain/coverage/current-coverage.ts';
import { isFlakyAmong, type JourneyStates } from '#domain/coverage/journey-states.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { RunReader } from '#domain/ports/run-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { takeUpload } from '#domain/uploads/take-upload.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { withAcceptedTimes } from './accepted-times.ts';
import { answerRecordedRun } from './answer-recorded-run.ts';
import { classifyResults } from './classify-results.ts';
import { findPlans } from './find-plans.ts';
import { foldRuns } from './fold-runs.ts';
import { ResultFileWriter } from './result-file.ts';
import { runOf, timesOf } from './run-rules.ts';
import { settle, storeStates } from './settle-runs.ts';
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
  if (madeFrom !== undefined) return answerSettled(scope, ports, runtime, madeFrom);
  const { runId, now, ...received } = await receive(input, ports, runtime);
  const upload = withAcceptedTimes(received.upload, runtime.now());
  const [plans, standing] = await Promise.all([
    findPlans(scope, input.head, ports, upload),
    readStanding(scope, input.head, ports),
  ]);
  const times = timesOf(upload.head, now);
  const file = new ResultFileWriter();
  const judged = classifyResults(scope, runId, plans.plans, upload, times, standing.workbook, file);
  const before = { head: input.head, standing, plans };
  const run = runOf(scope, runId, input.head, upload.head, judged, body, times, runtime);
  const folded = await foldRuns(scope, ports, before, [{ run, results: () => judged }], runtime.now());
  const results = withFlaky(judged, folded.runs[0]!, folded.states);
  const { head, stored } = storeStates(scope, ports, folded);
  const content = file.finish(results);
  await Promise.all([
    stored,
    ports['blobs:write'].write(scope, blobKeys.results(scope, runId), content, 'application/octet-stream'),
  ]);
  const alongside = input.alongside({ madeFrom: runId });
  const record = { head, runs: folded.runs, mayWait: body.uploadId !== undefined };
  if (await runs.record(scope, record, alongside))
    return answerRecordedRun(scope, ports, { run: folded.runs[0]!, results });
  // Others changed the feature meanwhile, or recorded the same upload.
  await runs.append(scope, run, alongside);
  return answerSettled(scope, ports, runtime, runId);
};

/** Throws NOT_FOUND where this feature has no such run. */
const answerSettled = async (scope: FeatureScope, ports: Ports, runtime: Runtime, runId: string) => {
  await settle(scope, ports, runtime, runId);
  const run = await findOwn(scope, ports['runs:write'], runId);
  if (run === undefined) throw notFound();
  return answerRecordedRun(scope, ports, { run });
};

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

/** Whether each is flaky by what is known now: runs that are recorded at this moment do not see one another. */
const withFlaky = (results: ResultSummary[], { commitId, counts }: TestRun, states: JourneyStates): ResultSummary[] =>
  counts
    ? results.map((result) => {
        const { status, reasonCode, journeyRef } = result;
        return { ...result, flaky: isFlakyAmong(reasonCode, { status, commitId }, states[journeyRef]!.outcomes) };
      })
    : results;
