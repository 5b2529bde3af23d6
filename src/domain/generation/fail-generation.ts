import { taskScope } from '#domain/access/scope.ts';
import type { failGeneration as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { causeMessage } from '#domain/task-failure.ts';

/** Reasons that a caller can act on; anything else is our own trouble. */
const known = /^(NO_DOCUMENTS|NO_REQUIREMENTS)$/;

/** Ends the generation FAILED with what the state machine caught; one that has ended stays as it is. */
export const failGeneration: TaskUseCase<typeof task> = async ({ failure, ...ids }, ports) => {
  const message = known.test(failure.Error)
    ? causeMessage(failure.Cause)
    : 'The generation broke off on our side. Generate again; if it stays, report the workflow id.';
  await ports['cases:write'].advance(taskScope.feature(ids), ids.workflowId, { status: 'FAILED', message });
  return {};
};
