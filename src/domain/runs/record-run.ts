import type { recordRun as endpoint } from '#contract/endpoints/runs.ts';
import { ServiceError } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { untilCommitted } from '#domain/builds/commit-change.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { coverageOf } from '#domain/coverage/coverage-rules.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { readStates, withRun, writeStates } from '#domain/coverage/journey-states.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { RunReader, RunWriter } from '#domain/ports/run-repository.ts';
import type { UseCase, UseCaseResult } from '#domain/use-case.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { answerRecordedRun } from './answer-recorded-run.ts';
import { classifyResults } from './classify-results.ts';
import { findPlans } from './find-plans.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotent-request.ts';
import { runOf, statusAfter, timesOf } from './run-rules.ts';
import type { TestCaseResult, TestRun } from './test-run.ts';

type Ports = PortsFor<(typeof endpoint)['uses'][number]>;
type Answer = UseCaseResult<typeof endpoint>;

const replayableMs = 24 * 3600 * 1000;

/**
 * Takes a run's results in: judged again from their evidence, stored whole or not at all, the feature's state with them. The same
 * Idempotency-Key gives the same run again. Throws RESULT_MISMATCH where the results do not belong to this feature's verifier,
 * IDEMPOTENCY_KEY_REUSED where the key came with another body.
 */
export const recordRun: UseCase<typeof endpoint> = async ({ actor, scope, body, headers }, ports, runtime) => {
  const request = idempotentRequest(headers, actor, scope, 'recordRun', body as Json);
  const plans = await replayOr(scope, ports['runs:write'], request, () => findPlans(scope, ports, body.results));
  if ('answer' in plans) return plans.answer;
  const runId = runtime.newId();
  const results = classifyResults(scope, runId, plans.fresh, body.results, timesOf(body.results, runtime));
  const expiresAt = new Date(runtime.now().getTime() + replayableMs);
  const recorded = await untilCommitted(async () => {
    const attempt = await replayOr(scope, ports['runs:write'], request, async () => {
      const read = await ports['builds:read'].getHead(scope);
      const run = runOf(scope, runId, read, body.results, results, body, runtime);
      const head = await headAfter(scope, ports, read, run, results);
      const once = request && { ...request, runId, expiresAt };
      const isRecorded = await ports['runs:write'].record(scope, {
        run,
        results,
        head,
        ...(once && { idempotency: once }),
      });
      return isRecorded ? run : undefined;
    });
    if ('answer' in attempt) return attempt;
    return attempt.fresh && { run: attempt.fresh };
  });
  return 'answer' in recorded ? recorded.answer : answerRecordedRun(scope, ports['runs:write'], recorded.run);
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

/** The answer of the earlier request with this key, or what `fresh` gives. */
const replayOr = async <T>(
  scope: FeatureScope,
  runs: RunWriter,
  request: IdempotentRequest | undefined,
  fresh: () => Promise<T>,
): Promise<{ answer: Answer } | { fresh: T }> => {
  const earlier = request && (await runs.findRecordedRequest(scope, request.keyHash));
  if (!earlier) return { fresh: await fresh() };
  if (earlier.requestHash !== request.requestHash)
    throw new ServiceError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key came with another body before. Send a new key for a new run.',
    );
  return { answer: await replay(scope, runs, earlier.runId) };
};

const replay = async (scope: FeatureScope, runs: RunReader, runId: string): Promise<Answer> => {
  const run = await runs.find(scope, runId);
  if (run === undefined) throw new Error(`The recorded run ${runId} is missing.`);
  const { body, headers } = await answerRecordedRun(scope, runs, run);
  return { body, headers: { ...headers, 'idempotency-replayed': 'true' } };
};
