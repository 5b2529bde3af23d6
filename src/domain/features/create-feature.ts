import type { createFeature as endpoint } from '#contract/endpoints/features.ts';
import { notFound } from '#contract/errors.ts';
import { limits, planLimitReached } from '#domain/billing/limits.ts';
import type { Feature } from '#domain/ports/feature-repository.ts';
import type { UseCase } from '#domain/use-case.ts';

/** A new feature, DRAFT until a spec is published (decision record 0003). */
export const createFeature: UseCase<typeof endpoint> = async ({ actor, scope, body, alongside }, ports, runtime) => {
  const createdAt = runtime.now().toISOString();
  const feature: Feature = {
    id: runtime.newId(),
    name: body.name,
    description: body.description ?? null,
    status: 'DRAFT',
    specHash: null,
    currentBuildId: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  const limit = limits[actor.tier].featuresPerProject;
  const path = `/api/v1/workspaces/${scope.workspaceId}/projects/${scope.projectId}/features/${feature.id}`;
  const answer = { body: feature, version: feature.version, headers: { location: path } };
  const outcome = await ports['features:place'].create(scope, feature, limit, alongside(answer));
  if (outcome === 'GONE') throw notFound();
  if (outcome === 'LIMIT') throw planLimitReached(actor.tier, 'featuresPerProject');
  return answer;
};
