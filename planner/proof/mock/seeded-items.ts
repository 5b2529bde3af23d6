import type { Json } from '#verifier/plan/plan.ts';

import { accountIdentitiesIn } from '../../journeys/builder/account-identity.ts';
import type { Planning } from '../../journeys/model/planning.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { initialState } from './initial-state.ts';
import type { MockCall } from './mock-call.ts';
import { newId } from './render-response.ts';
import type { StoredItem } from './item-store.ts';

/**
 * Returns the items that exist before any request: one user for each persona if the items are user accounts, else
 * one item with the given fields.
 */
export function seededItems(planning: Planning, resource: Resource, fields: StoredItem['fields']): StoredItem[] {
  const { schemas } = planning.model;
  const id = resource.list?.place.item.id ?? resource.read?.place.id;
  const nameOf = (serial: number): Json => newId(schemas, id?.schema ?? true, serial);
  if (accountIdentitiesIn(planning).every((people) => people.resource !== resource))
    return [{ ...made(nameOf(1)), fields }];
  return planning.roles.bindings.map((_, at) => made(nameOf(at + 1), initialState(schemas, resource)));
}

/** Returns an item that no request created. */
export function made(id: Json, fields: StoredItem['fields'] = {}): StoredItem {
  return { id, owner: null, fields, first: fields, coming: [] };
}

/**
 * Returns the members by which a response identifies the caller, by JSON Pointer, with the id of the caller's user.
 * Empty for responses that do not.
 */
export function callerNames(planning: Planning, { route: { operation }, identity }: MockCall): Record<string, Json> {
  const at = planning.roles.bindings.findIndex(({ name }) => name === identity);
  const told = accountIdentitiesIn(planning).flatMap(({ read, caller, makers }) =>
    [...(caller ? [caller] : []), ...makers]
      .filter((teller) => teller.operation === operation)
      .map(({ pointer }) => [
        pointer,
        newId(planning.model.schemas, read.place.id?.schema ?? true, Math.max(at, 0) + 1),
      ]),
  );
  return Object.fromEntries(told) as Record<string, Json>;
}
