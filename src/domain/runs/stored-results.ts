import type { ProjectScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { ResultReader } from '#domain/ports/run-repository.ts';
import { ResultFile } from './result-file.ts';

type Ports = { 'results:read': ResultReader; 'blobs:read': BlobReader };

/** The results of a run; undefined where the project has no such run. The file alone is none: a request that broke off may have left it. */
export const readResults = async (
  scope: ProjectScope,
  ports: Ports,
  runId: string,
): Promise<ResultFile | undefined> => {
  const key = blobKeys.results(scope, runId);
  const [isRecorded, content] = await Promise.all([
    ports['results:read'].isRecorded(scope, runId),
    ports['blobs:read'].read(scope, key),
  ]);
  if (!isRecorded) return undefined;
  if (content === undefined) throw new Error(`The stored results ${key} are missing.`);
  return new ResultFile(content);
};
