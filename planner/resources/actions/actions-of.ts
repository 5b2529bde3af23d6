import type { Operation } from '../../intake/model/operation.ts';
import type { Resource } from '../model/resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';

/** The standard method that an operation is for a resource (AIP-131 to 135). */
export type Action = 'create' | 'read' | 'list' | 'update' | 'delete';
export const ACTIONS: Action[] = ['create', 'read', 'list', 'update', 'delete'];

/** The operations of a resource, each with its standard method. Both PUT and PATCH count as update. */
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

/**
 * Returns the operations that are no standard method of any resource: reports, actions, lists whose items no operation
 * creates.
 */
export function looseOperations(graph: ResourceGraph, operations: Operation[]): Operation[] {
  const known = new Set(graph.resources.flatMap((resource) => actionsOf(resource).map(({ operation }) => operation)));
  return operations.filter((operation) => !known.has(operation));
}
