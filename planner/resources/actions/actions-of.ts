import type { Operation } from '../../intake/model/operation.ts';
import type { Resource } from '../model/resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';

/** One operation's role for one resource: create, read, list, update or delete. */
export type Action = 'create' | 'read' | 'list' | 'update' | 'delete';
export const ACTIONS: Action[] = ['create', 'read', 'list', 'update', 'delete'];

/** The operations of a resource with the action that each performs. */
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

/** The operations that belong to no resource: reports, actions, lists of what the spec cannot create. */
export function looseOperations(graph: ResourceGraph, operations: Operation[]): Operation[] {
  const known = new Set(graph.resources.flatMap((resource) => actionsOf(resource).map(({ operation }) => operation)));
  return operations.filter((operation) => !known.has(operation));
}
