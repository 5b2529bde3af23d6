import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';

import { pointerToken } from '../../intake/json/json-object.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { isOpenMember } from '../../intake/schema/is-open-member.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Response } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { withCommonMembers } from '../model/with-common-members.ts';
import { nounSegment } from '../model/path-template.ts';
import { agree, idNames, type ItemName, memberNamed } from '../model/id-names.ts';
import type { ItemPlace, IdField, ListPlace } from '../model/item-place.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdentity, isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';
import { ofResponse, schemaRoles } from '../../vocabulary/resources/item-members.ts';

const successesByResponses = new WeakMap<Operation['responses'], [string, Response][]>();

/** Returns the documented 2xx responses by status. Without any: for a write, the 303; else the `default` response. */
export function successResponses({ method, responses }: Operation): [string, Response][] {
  const known = successesByResponses.get(responses);
  if (known) return known;
  const all = Object.entries(responses);
  const declared = all.filter(([status]) => status.startsWith('2'));
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const others = all.filter(([status]) => isWrite && status === '303');
  const found = declared.length > 0 ? declared : others;
  const successes = found.length > 0 ? found : all.filter(([status]) => status === 'default');
  successesByResponses.set(responses, successes);
  return successes;
}

/** True if no success response documents a schema, and each status is `default` or unstated (`isUnstated`). */
export function isUnsaid(operation: Operation): boolean {
  const successes = successResponses(operation);
  return successes.every(
    ([status, { isUnstated, schema }]) => (isUnstated || status === 'default') && schema === undefined,
  );
}

/** Returns the schema of the first success response that documents one. Undefined if none does. */
export function successBody(operation: Operation): JsonSchema | undefined {
  return successResponses(operation).find(([, response]) => response.schema !== undefined)?.[1].schema;
}

function isScalar(schemas: SchemaStore, schema: JsonSchema): boolean {
  const { types, alternatives } = schemas.flatten(schema);
  return !types.some((type) => type === 'object' || type === 'array') && alternatives.length === 0;
}

/** Returns the scalar member that holds the item's id, by the names of `idNames`. Undefined if there is none. */
export function idIn(schemas: SchemaStore, flat: FlatSchema, item: ItemName): IdField | undefined {
  const names = Object.keys(flat.properties).sort();
  const found = idNames(item).flatMap(({ name: wanted, sure }) => {
    const name = memberNamed(names, wanted);
    const schema = name === undefined ? undefined : flat.properties[name];
    if (name === undefined || schema === undefined || !isScalar(schemas, schema)) return [];
    if (!sure && !agree(schemas, item.paramSchema, schema)) return [];
    return [{ sure, field: { name, pointer: pointerToken(name), schema } }];
  });
  const [first] = found;
  if (!first || first.sure) return first?.field;
  // Of several uncertain names, one that the schema requires comes first.
  const always = found.find(({ sure, field }) => !sure && flat.required.includes(field.name));
  return (always ?? first).field;
}

/** True if the schema has members or alternatives. Frameworks write a bare object if they know no more. */
export function isTelling({ properties, alternatives }: FlatSchema): boolean {
  return Object.keys(properties).length > 0 || alternatives.length > 0;
}

/** The most wrappers around a resource: two in `{"data": {"user": {…}}}`. */
const MAX_WRAPPERS = 2;
/** Names of members that wrap the resource. */
const WRAPPERS = ['data', 'attributes', 'result', 'item', 'metadata', 'meta'];
/** Names of members with metadata of the item around them: its name, its creation time. */
const ABOUT = ['metadata', 'meta'];
/**
 * Finds the resource in a response schema: at the top, or in a member. The member is the only object that has the
 * item's id, or a named wrapper (`data`). Up to `depth` wrappers are opened. Otherwise it is the top: its `id` is in
 * `metadata`, or undefined.
 */
export function itemIn(schemas: SchemaStore, schema: JsonSchema, item: ItemName, depth = MAX_WRAPPERS): ItemPlace {
  const flattened = (one: JsonSchema) => withCommonMembers(schemas, schemas.flatten(one));
  const flat = flattened(schema);
  const held = item.within === undefined ? undefined : flat.properties[item.within];
  if (item.within !== undefined && held !== undefined)
    return { prefix: pointerToken(item.within), flat: flattened(held), id: undefined };
  const top = idIn(schemas, flat, item);
  const nowhere: ItemPlace = { prefix: '', flat, id: undefined };
  if (top) return { prefix: '', flat, id: top };
  if (depth === 0 || flat.types[0] !== 'object') return nowhere;
  const objects = Object.keys(flat.properties)
    .sort()
    .filter((name) => flattened(flat.properties[name] ?? true).types[0] === 'object');
  const wrappers = [singular(item.noun), ...WRAPPERS];
  const isWrapper = (name: string) => objects.length === 1 || wrappers.some((one) => sameName(one, name));
  const wrapped = objects.flatMap((name) => {
    const place = itemIn(schemas, flat.properties[name] ?? true, item, isWrapper(name) ? depth - 1 : 0);
    const at = pointerToken(name);
    const id = place.id && { ...place.id, pointer: at + place.id.pointer };
    return id ? [{ name, place: { prefix: at + place.prefix, flat: place.flat, id } }] : [];
  });
  const named = wrappers
    .map((name) => wrapped.find((one) => sameName(one.name, name)))
    .find((one) => one !== undefined);
  // In `{name, …, role: {id, name}}`, the smaller object with a name is a part of the item. In `{name, response: {…}}`,
  // an operation has the item as its response.
  const isPart = ({ name, place }: { name: string; place: ItemPlace }) => {
    const around = Object.keys(flat.properties).filter((one) => !ofResponse.has(one));
    const isLess = Object.keys(place.flat.properties).length < around.length;
    const sharesName = (one: string) => isIdentity(one) && Object.hasOwn(place.flat.properties, one);
    return !schemaRoles.has(name) && isLess && around.some(sharesName);
  };
  const [only] = wrapped;
  const found = wrapped.length === 1 && only !== undefined && !isPart(only) ? only : named;
  // In `{metadata: {name, …}, spec: {…}}`, the whole object is the item. A `meta` may describe the request.
  const isBeside = (name: string) => name !== found?.name && !ofResponse.has(name);
  const isWhole = found !== undefined && ABOUT.includes(found.name) && Object.keys(flat.properties).some(isBeside);
  const id = found?.name === 'metadata' ? found.place.id : undefined;
  return (isWhole ? { ...nowhere, id: id && { ...id, inside: heldAt(id) } } : found?.place) ?? nowhere;
}

function heldAt({ pointer }: IdField): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Returns the JSON Pointer to the id, relative to its resource. */
export function ownPointer({ name, inside = '' }: IdField): string {
  return inside + pointerToken(name);
}

/**
 * Returns a place where a response may have an undocumented id: `id` in an object that may have any further member
 * (`isOpenMember`). Undefined without such an object.
 */
export function openIdIn(schemas: SchemaStore, schema: JsonSchema, { param }: ItemName): IdField | undefined {
  const name = isPlainId(param) ? param : 'id';
  const flat = schemas.flatten(schema);
  const isOpen = (one: FlatSchema) => Object.values(one.properties).some(isOpenMember);
  const wrapper = WRAPPERS.find((one) => isOpen(schemas.flatten(flat.properties[one] ?? true)));
  const holder = isOpen(flat) ? '' : wrapper && pointerToken(wrapper);
  return holder === undefined ? undefined : { name, pointer: holder + pointerToken(name), schema: true };
}

/**
 * True if two schemas have equal member names and are named after one resource: `CancelOrderOrderResponseBody` and
 * `GetOrderOrderResponseBody` after the order.
 */
function isNamedAlike(one: FlatSchema, other: FlatSchema): boolean {
  const [mine = [], others = []] = [one, other].map(({ names }) => wordsOf(names[0] ?? '').toReversed());
  const named = mine.find((word) => !schemaRoles.has(word));
  if (named === undefined || named !== others.find((word) => !schemaRoles.has(word))) return false;
  const [held, shown] = [one, other].map(({ properties }) => Object.keys(properties).sort().join(' '));
  return held === shown;
}

/**
 * True if a response has the schema of the resource `item`: a schema name in common, or equal members and similar
 * names. An inline schema counts if all its members are members of the item and it has all required ones. Fewer common
 * members would also match other resources: a payment has `id` and `status`, too.
 */
export function isSameThing(answered: FlatSchema, item: FlatSchema): boolean {
  if (answered.names.some((name) => item.names.includes(name))) return true;
  if (answered.names.length > 0 && item.names.length > 0) return isNamedAlike(answered, item);
  const names = Object.keys(answered.properties);
  const isWithin =
    names.length > 1 && names.some(isIdLike) && names.every((name) => Object.hasOwn(item.properties, name));
  return (
    isWithin &&
    [...item.required, ...(item.required.length > 0 ? [] : Object.keys(item.properties))].every((name) =>
      names.includes(name),
    )
  );
}

function listsIn(schemas: SchemaStore, schema: JsonSchema, depth: number): { list: string; items: JsonSchema }[] {
  const flat = schemas.flatten(schema);
  if (flat.types[0] === 'array') return flat.items === undefined ? [] : [{ list: '', items: flat.items }];
  if (depth === 0 || flat.types[0] !== 'object') return [];
  return Object.keys(flat.properties)
    .sort()
    .flatMap((name) =>
      listsIn(schemas, flat.properties[name] ?? true, depth - 1).map(({ list, items }) => ({
        list: pointerToken(name) + list,
        items,
      })),
    );
}

/** Returns the maps of items in a response, at the top or one level inside: `{"flags": {"new-checkout": {…}}}`. */
function mapsIn(schemas: SchemaStore, schema: JsonSchema, depth = 1): { list: string; items: JsonSchema }[] {
  const { additional, properties } = schemas.flatten(schema);
  const isMap = additional !== undefined && additional !== false && Object.keys(properties).length === 0;
  if (isMap) return schemas.flatten(additional).types[0] === 'object' ? [{ list: '', items: additional }] : [];
  if (depth === 0) return [];
  return Object.keys(properties)
    .sort()
    .flatMap((name) =>
      mapsIn(schemas, properties[name] ?? true, depth - 1).map(({ list, items }) => ({
        list: pointerToken(name) + list,
        items,
      })),
    );
}

/**
 * Returns the list of a response that holds only texts, taken as ids called `name`. Undefined unless the response
 * has exactly one list.
 */
export function namesListIn(schemas: SchemaStore, schema: JsonSchema, name: string): ListPlace | undefined {
  const found = listsIn(schemas, schema, 2);
  const [{ list, items } = { list: '', items: true }] = found;
  const flat = schemas.flatten(items);
  const id: IdField = { name, pointer: '', schema: items };
  const isOne = found.length === 1 && flat.types[0] === 'string';
  return isOne ? { list, isMap: false, item: { prefix: '', flat, id } } : undefined;
}

/**
 * Returns a list of keys: `["a", "b"]`, or the only list of the response if it is named like the collection or `keys`,
 * `items` and so on. Undefined if its texts have an enum, format or const.
 */
export function keysListIn(
  schemas: SchemaStore,
  schema: JsonSchema,
  name: string,
  collection: string,
): ListPlace | undefined {
  const found = namesListIn(schemas, schema, name);
  if (!found) return undefined;
  const { enum: members, format, const: constant } = found.item.flat.rest;
  const isFree = [members, format, constant].every((one) => one === undefined);
  const member = segmentsOf(found.list).at(-1) ?? '';
  const isKeys = member === '' || CALLED_KEYS.test(member) || sameName(member, nounSegment(collection));
  return isFree && isKeys ? found : undefined;
}

const CALLED_KEYS = /^(keys|names|items|data|results|values|entries)$/i;

/**
 * Finds the list of items in a response: the array itself, an array up to two levels inside or, without an array, a map
 * of items. It is the only one whose items have a schema named in `identity`, else the only one whose items have an id,
 * else the only one that is a map or whose items may have any further member. Otherwise undefined.
 */
export function listIn(
  schemas: SchemaStore,
  schema: JsonSchema,
  name: ItemName,
  identity: string[],
): ListPlace | undefined {
  const found = listsIn(schemas, schema, 2).map(({ list, items }) => ({
    list,
    isMap: false,
    item: itemIn(schemas, items, name, 1),
  }));
  const maps = found.length === 0 ? mapsIn(schemas, schema) : [];
  found.push(...maps.map(({ list, items }) => ({ list, isMap: true, item: itemIn(schemas, items, name, 1) })));
  const same = found.filter(({ item }) => item.flat.names.some((name) => identity.includes(name)));
  const shown = found.filter(({ item }) => item.id !== undefined);
  // The keys of a map are the ids. An entry that may have any further member (`isOpenMember`) may show the item.
  const only = found.filter(({ isMap, item }) => isMap || Object.values(item.flat.properties).some(isOpenMember));
  return [same, shown, only].find(({ length }) => length === 1)?.[0];
}
