import type { generateValidationCases as endpoint } from '#contract/endpoints/validation-cases.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Generation } from '#domain/ports/case-repository.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Starts a generation and answers at once; a feature without documents ends it FAILED (decision record 0002). */
export const generateValidationCases: UseCase<typeof endpoint> = async ({ scope, body, alongside }, ports, runtime) => {
  const feature = mintScope.feature(scope, body.featureId);
  if (!(await ports['features:read'].find(feature))) throw notFound();
  const workflowId = runtime.newId();
  const generation: Generation = {
    workflowId,
    featureId: body.featureId,
    status: 'RUNNING',
    message: 'The generation is about to start.',
    phase: 'LOADING',
    totalSkeletons: 0,
    enriched: {},
    persistedCases: 0,
    startedAt: runtime.now().toISOString(),
  };
  const { tenantId, workspaceId, projectId, featureId } = feature;
  const location = `/api/v1/workspaces/${workspaceId}/projects/${projectId}/validation-cases/generate/status/${workflowId}`;
  const answer = { body: { workflowId }, headers: { location, 'retry-after': '2' } };
  const cases = ports['cases:write'];
  if (!(await cases.startGeneration(feature, generation, alongside(answer)))) throw notFound();
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
    throw new ServiceError('DEPENDENCY_UNAVAILABLE', message, [], { cause });
  }
  return answer;
};
