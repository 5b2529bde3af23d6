import { readPointer } from '#verifier/plan/json-pointer.ts';
import type { Json } from '#verifier/plan/plan.ts';
import type { WireResponse } from '#verifier/transport/send.ts';

import { defaultsOf } from '../../journeys/builder/assert-defaults.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { MockCall } from './mock-call.ts';
import { newId } from './render-response.ts';
import type { StoredItem } from './item-store.ts';
import type { IdField } from '../../resources/model/item-place.ts';

/** A new item and its resource. */
export type CreatedItem = { made: Resource; item: StoredItem };

const numbers = new WeakMap<Resource, { member: IdField | undefined }>();

/**
 * Returns the `id` member of a create's response if the item's path takes another member of that response, such as a
 * name. Undefined otherwise.
 */
function numberMember(schemas: SchemaStore, resource: Resource): IdField | undefined {
  const { member } = numbers.get(resource) ?? { member: findNumber(schemas, resource) };
  numbers.set(resource, { member });
  return member;
}

/** Returns a new `id` for an item whose path takes another member of its create's response; {} for other items. */
export function numberOf(schemas: SchemaStore, made: Resource, serial: number): JsonObject {
  const id = numberMember(schemas, made);
  return id ? { id: newId(schemas, id.schema, serial) } : {};
}

/**
 * Returns the defaults of a create that `defaultsOf` finds, by member. The caller lays the sent values over them.
 */
export function defaultFields(schemas: SchemaStore, made: Resource, operation: Operation): JsonObject {
  return Object.fromEntries(defaultsOf(schemas, made, operation).map(({ name, value }) => [name, value]));
}

function findNumber(schemas: SchemaStore, { create, noun }: Resource): IdField | undefined {
  const body = create && successBody(create.operation);
  if (body === undefined || create?.id.from !== 'body' || create.id.field.name === 'id') return undefined;
  const { id } = itemIn(schemas, body, { noun, param: 'id', paramSchema: true });
  return id?.name === 'id' ? id : undefined;
}

/**
 * Returns the ids that a create's response shows beside the sent values, by pointer: the item's own and its parents'.
 */
export function createAnswerFields(
  schemas: SchemaStore,
  { create }: Resource,
  { id }: StoredItem,
  serial: number,
): [string, Json][] {
  const parents = (create?.parents ?? []).flatMap((parent): [string, Json][] =>
    'field' in parent ? [[parent.field.pointer, newId(schemas, parent.field.schema, serial)]] : [],
  );
  return create?.id.from === 'body' ? [[create.id.field.pointer, id], ...parents] : parents;
}

/**
 * Returns the values of the item path's parameters before its own, from the create's path or response. If the create's
 * path has all of them, returns the values of that path.
 */
export function parentsOf({ create }: Resource, { path }: MockCall, { body }: WireResponse): Record<string, string> {
  if (!create || create.parents.length === 0) return path;
  const shownBody = body === '' ? undefined : (JSON.parse(body) as Json);
  const values = create.parents.map((parent) =>
    'param' in parent ? path[parent.param] : readPointer(shownBody, parent.field.pointer),
  );
  return Object.fromEntries(values.map((value, at) => [String(at), String(value)]));
}
