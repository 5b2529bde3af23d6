import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { readJson } from '#domain/builds/json-blob.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { KnownPlans } from '#domain/runs/plans-of-all.ts';

/** The plans of the READY build of the current spec; undefined while there is none. `known`: what is at hand already. */
export const currentPlans = async (
  scope: FeatureScope,
  { specHash, currentPlans: current }: FeatureHead,
  ports: { 'blobs:read': BlobReader },
  known?: KnownPlans,
): Promise<PlanDocument | undefined> => {
  if (current === null || current.specHash !== specHash) return undefined;
  if (current.plansHash === known?.hash) return known.plans;
  return readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, current.plansHash));
};
