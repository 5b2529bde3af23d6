import { taskScope } from '#domain/access/scope.ts';
import type { startBuild as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { changeBuild } from './build-step.ts';

/** QUEUED → BUILDING; when run again it keeps the first start. */
export const startBuild: TaskUseCase<typeof task> = async (ids, ports, runtime) => {
  await changeBuild(ports['builds:write'], taskScope.feature(ids), runtime, ids.buildId, ({ startedAt }) => ({
    state: 'BUILDING',
    startedAt: startedAt ?? runtime.now().toISOString(),
  }));
  return {};
};
