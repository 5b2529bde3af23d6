import { taskScope } from '#domain/access/scope.ts';
import type { failBuild as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { causeMessage } from '#domain/task-failure.ts';
import { brokenBuild, endBuild } from './end-build.ts';

/** Reasons that a caller can act on; anything else is our own trouble. */
const known = /^(NO_EXECUTABLE_PLANS|SPEC_INVALID|SPEC_TOO_COMPLEX|RUNNER_RELEASE_MISSING)$/;

/** Moves the build to FAILED with what the state machine caught; a build that was overtaken stays SUPERSEDED. */
export const failBuild: TaskUseCase<typeof task> = async ({ failure, ...ids }, ports, runtime) => {
  const failed = known.test(failure.Error)
    ? { reason: failure.Error, message: causeMessage(failure.Cause) }
    : brokenBuild;
  await endBuild(taskScope.feature(ids), ports['builds:write'], runtime, ids.buildId, failed);
  return {};
};
