import type { purgeProject as task } from '#contract/tasks.ts';
import { mintScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { TaskUseCase } from '#domain/task.ts';

/** What one run of the task removes of each kind: seconds of work. */
const portion = 500;

/** Removes a portion of what a deleted project leaves behind; every run may be repeated. */
export const purgeProject: TaskUseCase<typeof task> = async ({ tenantId, workspaceId, projectId }, ports) => {
  const scope = mintScope.project(mintScope.workspace(mintScope.tenant(tenantId), workspaceId), projectId);
  const records = await ports['projects:purge'].purge(scope, portion);
  const documents = await ports['blobs:remove'].removeBelow(scope, blobKeys.project(scope), portion);
  return { left: records + documents > 0 };
};
