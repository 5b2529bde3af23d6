import type { Resource } from '../../resources/model/resource.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Planning } from './planning.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';

/** An action, such as `POST /orders/{id}/cancel`, with the resource whose items it changes. */
export type Acted = { resource: Resource; action: ItemAction };

/** Returns the action that the operation is, with its resource; undefined if it is an action of no resource. */
export function actedOn({ graph }: Planning, operation: Operation): Acted | undefined {
  for (const resource of graph.resources) {
    const action = resource.actions.find((one) => one.operation === operation);
    if (action) return { resource, action };
  }
  return undefined;
}
