import type { purgeProject as task } from '#contract/tasks.ts';
import { taskScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { TaskUseCase } from '#domain/task.ts';

/** What one run of the task removes of each kind: seconds of work. */
const portion = 500;

/** Removes a portion of what a deleted project leaves behind; every run may be repeated. */
export const purgeProject: TaskUseCase<typeof task> = async (ids, ports) => {
  const scope = taskScope.project(ids);
  const records = await ports['projects:purge'].purge(scope, portion);
  const documents = await ports['blobs:remove'].removeBelow(scope, blobKeys.project(scope), portion);
  const left = records + documents > 0;
  if (!left) await ports['projects:purge'].end(scope);
  return { left };
};
