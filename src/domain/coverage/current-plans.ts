import type { FeatureScope } from '#domain/access/scope.ts';
import type { Build } from '#domain/builds/build.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { readJson } from '#domain/builds/json-blob.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { BuildReader } from '#domain/ports/build-repository.ts';
import type { KnownPlans } from '#domain/runs/find-plans.ts';

/** The plans of the READY build of the current spec; undefined while there is none. `known`: what is at hand already. */
export const currentPlans = async (
  scope: FeatureScope,
  head: FeatureHead,
  ports: { 'builds:read': BuildReader; 'blobs:read': BlobReader },
  known?: KnownPlans,
): Promise<PlanDocument | undefined> => {
  if (head.currentBuildId === null) return undefined;
  const isCurrent = ({ id }: Build): boolean => id === head.currentBuildId;
  const build = known?.builds.find(isCurrent) ?? (await ports['builds:read'].find(scope, head.currentBuildId));
  if (build === undefined || build.plansHash === null || build.specHash !== head.specHash) return undefined;
  if (build.plansHash === known?.hash) return known.plans;
  return readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, build.plansHash));
};
