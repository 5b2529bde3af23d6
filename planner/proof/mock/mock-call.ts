import type { Json } from '#verifier/plan/plan.ts';

import { isItemPath } from '../../resources/model/path-template.ts';
import { ownPointer } from '../../resources/responses/response-shape.ts';
import { isObject, type JsonObject } from '../../intake/json/json-object.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { withState } from './initial-state.ts';
import type { Route } from './route.ts';
import type { StoredItem } from './item-store.ts';
import type { IdField } from '../../resources/model/item-place.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { ITEM_ACTIONS } from '../../resources/actions/actions-of.ts';

/** A request to the mock. */
export type MockCall = {
  route: Route;
  path: Record<string, string>;
  url: string;
  query: URLSearchParams;
  body: Json | undefined;
  /** The value of the If-Match header: a version or `*`. */
  version: string | undefined;
  identity: string | null;
};

/**
 * Returns the values in the body or query that may be the id of the item that the request is about: those
 * of members such as `orderId`.
 */
export function idsOf({ body, query }: MockCall): (string | undefined)[] {
  const members = isObject(body) ? body : {};
  const [only, ...others] = Object.values(members);
  const resource = others.length === 0 && isObject(only) ? only : members;
  const sent: [string, Json][] = [...Object.entries(resource), ...query];
  return sent.flatMap(([name, value]) => (isIdLike(name) ? [String(value)] : []));
}

/** True if the route reads, updates or deletes one item of a collection. */
export function isOnItem({ role }: Route): boolean {
  return role !== undefined && !role.resource.isSingleton && ITEM_ACTIONS.includes(role.action);
}

/**
 * True if a request sends If-Match with a version and the operation documents 412. The mock has no
 * versions, so any is outdated.
 */
export function isOtherVersion({ route, version = '*' }: MockCall): boolean {
  return version !== '*' && route.operation.responses['412'] !== undefined;
}

/** True if the route creates an item at an id that the client chose: `PUT /things/{id}`. */
export function isChosenId({ role, operation }: Route): boolean {
  return role?.action === 'create' && isItemPath(operation.path);
}

const written = new WeakMap<FlatSchema, Map<string, string[]>>();

/** Returns a path parameter's name and the members that spell it otherwise: `customerId` for `customer_id`. */
function namesOf({ properties }: FlatSchema, param: string): string[] {
  return [param, ...Object.keys(properties).filter((name) => name !== param && sameName(name, param))];
}

/** Returns the item's fields with its id and the path's parameters. The response will show those that it documents. */
export function shown(
  { path, route }: MockCall,
  item: StoredItem | undefined,
  id: IdField | undefined,
  flat: FlatSchema,
): JsonObject {
  const known = written.get(flat) ?? new Map<string, string[]>();
  written.set(flat, known);
  const ids = Object.entries(path).flatMap(([param, text]) => {
    const names = known.get(param) ?? namesOf(flat, param);
    known.set(param, names);
    return names.map((name): [string, Json] => [name, route.numbers.has(param) ? Number(text) : text]);
  });
  const fields = { ...Object.fromEntries(ids), ...item?.fields };
  return item && id ? withState(fields, { pointer: ownPointer(id) }, item.id) : fields;
}
