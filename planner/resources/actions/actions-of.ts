import type { Operation } from '../../intake/model/operation.ts';
import type { Resource } from '../model/resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';

/** The standard method that an operation is for a resource (AIP-131 to 135). */
export type Action = 'create' | 'read' | 'list' | 'update' | 'delete';
export const ACTIONS: Action[] = ['create', 'read', 'list', 'update', 'delete'];
/** The standard methods on one item. */
export const ITEM_ACTIONS: Action[] = ['read', 'update', 'delete'];

/**
 * Returns the operations of a resource, each with its standard method. PUT and PATCH are updates, but a PUT that is the
 * create counts as that alone.
 */
export function actionsOf(resource: Resource): { action: Action; operation: Operation }[] {
  const { list, create, otherCreate, read, put, patch, remove } = resource;
  const found: [Action, Operation | undefined][] = [
    ['list', list?.operation],
    ['create', create?.operation],
    ['create', otherCreate?.operation],
    ['read', read?.operation],
    ['update', put === create?.operation ? undefined : put],
    ['update', patch],
    ['delete', remove],
  ];
  return found.flatMap(([action, operation]) => (operation ? [{ action, operation }] : []));
}

/** Returns the operations that are no standard method of a resource: reports, actions, lists of reference data. */
export function looseOperations(graph: ResourceGraph, operations: Operation[]): Operation[] {
  const known = new Set(graph.resources.flatMap((resource) => actionsOf(resource).map(({ operation }) => operation)));
  return operations.filter((operation) => !known.has(operation));
}
