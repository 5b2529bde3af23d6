import type { Resource } from '../../resources/model/resource.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Planning } from './planning.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';

/** An item and the operation that acts on it. */
export type Acted = { resource: Resource; action: ItemAction };

/** The item that an action operates on; undefined for other operations. */
export function actedOn({ graph }: Planning, operation: Operation): Acted | undefined {
  for (const resource of graph.resources) {
    const action = resource.actions.find((one) => one.operation === operation);
    if (action) return { resource, action };
  }
  return undefined;
}
