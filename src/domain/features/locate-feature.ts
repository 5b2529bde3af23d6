import type { locateFeature as endpoint } from '#contract/endpoints/features.ts';
import { notFound } from '#contract/errors.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Where a feature lies, for callers who know only its id. NOT_FOUND unless they see its workspace, as everywhere. */
export const locateFeature: UseCase<typeof endpoint> = async ({ actor, scope, path }, ports) => {
  const place = await ports['features:locate'].findPlace(scope, path.id);
  if (place === undefined || effectiveWorkspaceRole(actor, place.workspaceId) === undefined) throw notFound();
  const placed = mintScope.project(mintScope.workspace(scope, place.workspaceId), place.projectId);
  const [project, feature] = await Promise.all([
    ports['projects:read'].find(placed),
    ports['features:read'].find(mintScope.feature(placed, path.id)),
  ]);
  if (project === undefined || feature === undefined) throw notFound();
  return { body: { ...place, featureId: path.id } };
};
