import { taskScope } from '#domain/access/scope.ts';
import type { failGeneration as task } from '#contract/tasks.ts';
import type { TaskUseCase } from '#domain/task.ts';
import { causeMessage } from '#domain/task-failure.ts';
import { sumOf } from './generation-step.ts';

/** Reasons that a caller can act on; anything else is our own trouble. */
const known =
  /^(NO_DOCUMENTS|NO_REQUIREMENTS|TOO_MANY_REQUIREMENTS|MODEL_LATE|MODEL_UNAVAILABLE|MODEL_REFUSED|MODEL_UNUSABLE)$/;

/** Ends the generation FAILED with what the state machine caught, and settles what it spent; one that has ended stays as it is. */
export const failGeneration: TaskUseCase<typeof task> = async ({ failure, ...ids }, ports) => {
  const message = known.test(failure.Error)
    ? causeMessage(failure.Cause)
    : 'The generation broke off on our side. Generate again; if it stays, report the workflow id.';
  const scope = taskScope.feature(ids);
  const cases = ports['cases:write'];
  // Settled before the end is told: what is told to have ended holds nothing any more.
  const generation = await ports['cases:read'].findGeneration(scope, ids.workflowId);
  await ports['allowance:spend'].settle(scope, ids.workflowId, sumOf(generation?.tokens ?? {}));
  await cases.advance(scope, ids.workflowId, { status: 'FAILED', message });
  return {};
};
