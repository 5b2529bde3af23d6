import type { generateValidationCases as endpoint } from '#contract/endpoints/validation-cases.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { reservationOf } from '#domain/billing/allowance-rules.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Generation } from '#domain/ports/case-repository.ts';
import type { UseCase } from '#domain/use-case.ts';

/**
 * Starts a generation and answers at once; a feature without documents ends it FAILED (decision record 0002). Where a language model is to
 * work, its AI tokens are reserved in the same transaction, under the workflow's id.
 */
export const generateValidationCases: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { scope, body, alongside } = input;
  const feature = mintScope.feature(scope, body.featureId);
  const workflowId = runtime.newId();
  const now = runtime.now();
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
  };
  const { tenantId, workspaceId, projectId, featureId } = feature;
  const location = `/api/v1/workspaces/${workspaceId}/projects/${projectId}/validation-cases/generate/status/${workflowId}`;
  const answer = { body: { workflowId }, headers: { location, 'retry-after': '2' } };
  const cases = ports['cases:start'];
  // Rules cost nothing.
  const call = { callId: workflowId, operation: 'TEST_CASE_GENERATION' } as const;
  const spend =
    ports['models:read'].name === null ? undefined : reservationOf(await ports['plans:read'].get(scope), call, now);
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
