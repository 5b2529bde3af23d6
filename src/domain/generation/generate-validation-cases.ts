import type { generateValidationCases as endpoint } from '#contract/endpoints/validation-cases.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { reservationOf } from '#domain/billing/allowance-rules.ts';
import { tiers } from '#domain/billing/tiers.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Generation } from '#domain/ports/case-repository.ts';
import type { UseCase } from '#domain/use-case.ts';

/**
 * Starts a generation and answers at once; a feature without documents ends it FAILED (decision record 0002). Where a language model is to
 * work, its AI tokens are reserved in the same transaction, under the workflow's id; with an own LLM key the call is only written down.
 */
export const generateValidationCases: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside } = input;
  const feature = mintScope.feature(scope, body.featureId);
  const workflowId = runtime.newId();
  const now = runtime.now();
  const isOwnModel = tiers[actor.tier].hasOwnLlmKeys && (await ports['llm-keys:read'].find(scope)) !== undefined;
  const generation: Generation = {
    workflowId,
    featureId: body.featureId,
    status: 'RUNNING',
    message: 'The generation is about to start.',
    phase: 'LOADING',
    totalSkeletons: 0,
    enriched: {},
    tokens: {},
    persisted: {},
    startedAt: now.toISOString(),
    ...(isOwnModel && { isOwnModel }),
  };
  const { tenantId, workspaceId, projectId, featureId } = feature;
  const location = `/api/v1/workspaces/${workspaceId}/projects/${projectId}/validation-cases/generate/status/${workflowId}`;
  const answer = { body: { workflowId }, headers: { location, 'retry-after': '2' } };
  const cases = ports['cases:start'];
  // Rules cost nothing.
  const call = { callId: workflowId, operation: 'TEST_CASE_GENERATION' } as const;
  const isMetered = isOwnModel || ports['models:read'].name !== null;
  const spend = isMetered ? reservationOf(await ports['plans:read'].get(scope), call, now, isOwnModel) : undefined;
  if (!(await cases.startGeneration(feature, generation, spend, alongside(answer)))) throw notFound();
  try {
    await ports['generations:start'].start(scope, workflowId, {
      tenantId,
      workspaceId,
      projectId,
      featureId,
      workflowId,
    });
  } catch (cause) {
    const message = 'The generation could not be started. Generate again.';
    await cases.advance(scope, workflowId, { status: 'FAILED', message });
    if (spend) await ports['allowance:reserve'].release(scope, spend);
    throw new ServiceError('DEPENDENCY_UNAVAILABLE', message, [], { cause });
  }
  return answer;
};
