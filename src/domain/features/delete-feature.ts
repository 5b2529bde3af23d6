import type { deleteFeature as endpoint } from '#contract/endpoints/features.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { BlobRemover } from '#domain/ports/blob-store.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

const portion = 1000;

/**
 * The feature, its builds with their files, and its documents are gone, for good. Runs belong to the project and stay. Should the request break off behind
 * the first write, nobody reaches what is left, and it goes with the project.
 */
export const deleteFeature: UseCase<typeof endpoint> = async ({ scope, ifMatch, audit }, ports) => {
  const { workspaceId, projectId, featureId } = scope;
  const entry = audit('FEATURE_DELETED', { type: 'FEATURE', id: featureId }, { workspaceId, projectId });
  written(await ports['features:place'].delete(scope, ifMatch, { entry }));
  await Promise.all([ports['features:place'].purge(scope), removeFiles(scope, ports['blobs:remove'])]);
  return { body: undefined };
};

const removeFiles = async (scope: FeatureScope, blobs: BlobRemover): Promise<void> => {
  const folders = [blobKeys.documents(scope), blobKeys.verifiers(scope)];
  await Promise.all(
    folders.map(async (folder) => {
      while ((await blobs.removeBelow(scope, folder, portion)) === portion);
    }),
  );
};
