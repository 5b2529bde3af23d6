import type { Operation } from '../intake/model/operation.ts';
import { type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';

/**
 * Returns the dropped plan for a spec without journeys, or with refusals alone, if no other plan was dropped. It gives
 * NO_EXECUTABLE_PLANS a cause and an edit.
 */
export function nothingToCreate(operations: Operation[]): DroppedPlan {
  return droppedPlan(
    { name: 'Any journey', kind: 'create-read', operations: operations.map(({ id }) => id), personas: [] },
    {
      reason: 'NOT_CREATABLE',
      pointer: '/paths',
      detail:
        operations.length === 0
          ? 'The spec has no operations.'
          : 'No operation of the spec creates anything that another operation shows.',
      edit: 'Add a POST on a collection whose 201 response shows the id, and a GET on the item.',
    },
  );
}
