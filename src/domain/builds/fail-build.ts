import { taskScope } from '#domain/access/scope.ts';
import { ServiceError } from '#contract/errors.ts';
import type { failBuild as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { causeMessage } from '#domain/task-failure.ts';
import { endBuild } from './end-build.ts';

/** Reasons that a caller can act on; anything else is our own trouble. */
const known = /^(NO_EXECUTABLE_PLANS|SPEC_INVALID|SPEC_TOO_COMPLEX|RUNNER_RELEASE_MISSING)$/;

/** Moves the build to FAILED with what the state machine caught; a build that was overtaken stays SUPERSEDED. */
export const failBuild: TaskUseCase<typeof task> = async ({ failure, ...ids }, ports, runtime) => {
  const isKnown = known.test(failure.Error);
  const failed = {
    reason: isKnown ? failure.Error : 'BUILD_BROKEN',
    message: isKnown
      ? causeMessage(failure.Cause)
      : 'The build broke off on our side. Build again; if it stays, report the build id.',
  };
  try {
    await endBuild(taskScope.feature(ids), ports['builds:write'], runtime, ids.buildId, failed);
  } catch (error) {
    // The feature was deleted meanwhile: nothing is left to fail.
    if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error;
  }
  return {};
};
