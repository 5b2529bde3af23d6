import { isItemPath } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import { made, seededItems } from './seeded-items.ts';
import { type MockCall, idsOf } from './mock-call.ts';
import type { MockState } from './mock-state.ts';
import type { Route } from './route.ts';
import type { StoredItem } from './item-store.ts';

/**
 * Returns the stored item that a call names by id; for a singleton its only one. Undefined for a list, for an operation
 * of no resource, and if the mock does not hold the item.
 */
export function findItem(state: MockState, call: MockCall): StoredItem | undefined {
  const { route, path } = call;
  const { role, params, operation } = route;
  if (!role) return undefined;
  const items = itemsOf(state, role.resource, path, route.shownMoves);
  // A list request names no item. It needs the call of `itemsOf` above, which adds seeded items to the collection.
  if (role.action === 'list') return undefined;
  const ids = isItemPath(operation.path) ? [path[params.at(-1) ?? '']] : idsOf(call);
  if (!role.resource.isSingleton)
    return candidates(state, route, items).find(({ id, isGone }) => !isGone && ids.includes(String(id)));
  if (items.length === 0) items.push(made(0));
  return items[0];
}

/**
 * Returns the items below the parents in the path. If there are none and the resource has no create, its seeded items
 * are added first. A singleton has none.
 */
export function itemsOf(
  { planning, stock }: MockState,
  resource: Resource,
  path: Record<string, string>,
  fields: JsonObject,
): StoredItem[] {
  const items = stock.collection(resource, path);
  const isByItself = !resource.create && !resource.isSingleton && items.length === 0;
  if (isByItself) items.push(...seededItems(planning, resource, fields));
  return items;
}

/** Returns the items among which one is looked up by id. With the mutant `parent-ignored`: those below all parents. */
function candidates(state: MockState, route: Route, items: StoredItem[]): StoredItem[] {
  const { role } = route;
  return role && state.hasFault('parent-ignored', [route]) ? state.stock.everywhere(role.resource) : items;
}

/**
 * Returns the item that an action names in its path or, without path parameters, in its body or query. For a lease: the
 * last item. Undefined if `among` lacks it.
 */
export function actedOn(
  { stock }: MockState,
  call: MockCall,
  resource: Resource,
  among = stock.collection(resource, call.path),
): StoredItem | undefined {
  if (call.route.takesNext) return among.at(-1);
  const ids = call.route.params.length > 0 ? [call.path[call.route.params.at(-1) ?? '']] : idsOf(call);
  return among.find(({ id }) => ids.includes(String(id)));
}

/** True if the path parameter `name` must name a created item and the mock does not hold that item. */
export function isMissing({ planning, stock }: MockState, { route, path }: MockCall, name: string): boolean {
  const { graph, envProvidedParams } = planning;
  const producer = envProvidedParams.includes(name) ? undefined : graph.producerOf(route.operation.path, name);
  return producer !== undefined && stock.collection(producer, path).every(({ id }) => String(id) !== path[name]);
}
