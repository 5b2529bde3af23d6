import { taskScope } from '#domain/access/scope.ts';
import type { failGeneration as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { causeMessage } from '#domain/task-failure.ts';
import { brokeOff, endGeneration } from './end-generation.ts';

/** Reasons that a caller can act on; anything else is our own trouble. */
const known =
  /^(NO_DOCUMENTS|NO_REQUIREMENTS|TOO_MANY_REQUIREMENTS|MODEL_LATE|MODEL_UNAVAILABLE|MODEL_REFUSED|MODEL_UNUSABLE)$/;

/** Ends the generation FAILED with what the state machine caught, and settles what it spent; one that has ended stays as it is. */
export const failGeneration: TaskUseCase<typeof task> = async ({ failure, ...ids }, ports) => {
  const message = known.test(failure.Error) ? causeMessage(failure.Cause) : brokeOff;
  await endGeneration(taskScope.feature(ids), ports, ids.workflowId, message);
  return {};
};
