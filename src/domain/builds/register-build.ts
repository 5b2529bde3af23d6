import { taskScope } from '#domain/access/scope.ts';
import type { registerBuild as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { changeOf, type Transition } from './build-rules.ts';
import { openBuild } from './build-step.ts';
import { commitChange } from './commit-change.ts';

/** BUILDING → READY; the build that was current until now becomes SUPERSEDED in the same step. Once is enough. */
export const registerBuild: TaskUseCase<typeof task> = async (ids, ports, runtime) => {
  const scope = taskScope.feature(ids);
  const builds = ports['builds:write'];
  await commitChange(builds, scope, async (head) => {
    if (head.currentBuildId === ids.buildId) return { result: undefined };
    const build = await openBuild(builds, scope, ids.buildId);
    const older = head.currentBuildId === null ? undefined : await builds.find(scope, head.currentBuildId);
    const completedAt = runtime.now().toISOString();
    const transitions: Transition[] = [{ from: build, to: { ...build, state: 'READY', completedAt } }];
    if (older) transitions.push({ from: older, to: { ...older, state: 'SUPERSEDED' } });
    return {
      change: changeOf(scope, { ...head, currentBuildId: build.id }, transitions, runtime),
      result: undefined,
    };
  });
  return {};
};
