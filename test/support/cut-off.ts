import type { CaseWriter } from '#domain/ports/case-repository.ts';
import type { BuildWriter } from '#domain/ports/build-repository.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { queueBuild } from '#domain/builds/queue-build.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

/** A build that was queued at the time, and whose workflow was never started; its id. */
export const cutOffBuild = async (builds: BuildWriter, scope: FeatureScope, at = new Date()): Promise<string> => {
  const ports = { 'builds:write': builds, 'builds:start': { start: async () => true } };
  const { build } = await queueBuild(scope, ports, { ...systemRuntime, now: () => at }, async (head) => ({
    head: { ...head, specHash: `sha256:${'0'.repeat(64)}` },
    result: undefined,
  }));
  return build.id;
};

/** A generation that began at the time with tokens reserved, and whose workflow was never started; its id. */
export const cutOffGeneration = async (cases: CaseWriter, scope: FeatureScope, at = new Date()): Promise<string> => {
  const workflowId = systemRuntime.newId();
  const startedAt = at.toISOString();
  const fresh = { status: 'RUNNING', message: '', phase: 'LOADING', totalSkeletons: 0 } as const;
  const counts = { enriched: {}, tokens: {}, persisted: {} };
  const generation = { workflowId, featureId: scope.featureId, ...fresh, ...counts, startedAt };
  const call = {
    callId: workflowId,
    operation: 'TEST_CASE_GENERATION',
    tokens: 50_000,
    reservedAt: startedAt,
  } as const;
  const period = { name: startedAt, startsAt: startedAt, resetsAt: startedAt, limit: null };
  await cases.startGeneration(scope, generation, { ...call, month: period, day: period }, {});
  return workflowId;
};
