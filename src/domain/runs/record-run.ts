import type { recordRun as endpoint } from '#contract/endpoints/runs.ts';
import { ServiceError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { untilCommitted } from '#domain/builds/commit-change.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { coverageOf } from '#domain/coverage/coverage-rules.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { readStates, withRun, writeStates } from '#domain/coverage/journey-states.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { RunWriter } from '#domain/ports/run-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { answerRecordedRun } from './answer-recorded-run.ts';
import { classifyResults } from './classify-results.ts';
import { findPlans } from './find-plans.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotent-request.ts';
import { runOf, statusAfter, timesOf } from './run-rules.ts';
import type { TestCaseResult, TestRun } from './test-run.ts';

type Ports = PortsFor<(typeof endpoint)['uses'][number]>;

const replayableMs = 24 * 3600 * 1000;

/**
 * Takes a run's results in: judged again from their evidence, stored whole or not at all, the feature's state with them. The same
 * Idempotency-Key gives the same run again. Throws RESULT_MISMATCH where the results do not belong to this feature's verifier,
 * IDEMPOTENCY_KEY_REUSED where the key came with another body.
 */
export const recordRun: UseCase<typeof endpoint> = async ({ actor, scope, body, headers }, ports, runtime) => {
  const runs = ports['runs:write'];
  const request = idempotentRequest(headers, actor, scope, 'recordRun', body as Json);
  const plans = await findPlans(scope, ports, body.results);
  const runId = runtime.newId();
  const results = classifyResults(scope, runId, plans, body.results, timesOf(body.results, runtime));
  const expiresAt = new Date(runtime.now().getTime() + replayableMs);
  const idempotency = request && { ...request, runId, expiresAt };
  const { run, isReplay } = await untilCommitted(async () => {
    const earlier = request && (await earlierRun(scope, runs, request));
    if (earlier) return { run: earlier, isReplay: true };
    const read = await ports['builds:read'].getHead(scope);
    const fresh = runOf(scope, runId, read, body.results, results, body, runtime);
    const head = await headAfter(scope, ports, read, fresh, results);
    const isRecorded = await runs.record(scope, { run: fresh, results, head, ...(idempotency && { idempotency }) });
    return isRecorded ? { run: fresh, isReplay: false } : undefined;
  });
  const answer = await answerRecordedRun(scope, runs, run);
  return isReplay ? { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } } : answer;
};

/** The run that was recorded under this key before. Throws IDEMPOTENCY_KEY_REUSED where it came with another body. */
const earlierRun = async (
  scope: FeatureScope,
  runs: RunWriter,
  { keyHash, requestHash }: IdempotentRequest,
): Promise<TestRun | undefined> => {
  const earlier = await runs.findRecordedRequest(scope, keyHash);
  if (earlier === undefined) return undefined;
  if (earlier.requestHash !== requestHash)
    throw new ServiceError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key came with another body before. Send a new key for a new run.',
    );
  return runs.find(scope, earlier.runId);
};

/** A run for an older spec changes nothing. */
const headAfter = async (
  scope: FeatureScope,
  ports: Ports,
  head: FeatureHead,
  run: TestRun,
  results: TestCaseResult[],
): Promise<FeatureHead> => {
  if (!run.counts) return head;
  const [plans, before] = await Promise.all([
    currentPlans(scope, head, ports),
    readStates(ports['blobs:read'], scope, head.journeyStatesHash),
  ]);
  const states = withRun(before, run, results);
  return {
    ...head,
    latestRunId: run.runId,
    journeyStatesHash: await writeStates(ports['blobs:write'], scope, states),
    status: statusAfter(head.status, results, coverageOf(plans, states)),
  };
};
