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

const successesByResponses = new WeakMap<Operation['responses'], [string, Response][]>();

/**
 * Documented 2xx responses; of a write without any, 303; `default` only where neither is declared (planner and verifier
 * §6.1).
 */
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

/** True if neither status nor media type of a success is documented (a bare JAX-RS `Response`). */
export function isUnsaid(operation: Operation): boolean {
  const successes = successResponses(operation);
  return successes.every(
    ([status, { isUnstated, schema }]) => (isUnstated || status === 'default') && schema === undefined,
  );
}

/** The first success response that documents a JSON body. */
export function successBody(operation: Operation): JsonSchema | undefined {
  return successResponses(operation).find(([, response]) => response.schema !== undefined)?.[1].schema;
}

function isScalar(schemas: SchemaStore, schema: JsonSchema): boolean {
  const { types, alternatives } = schemas.flatten(schema);
  return !types.some((type) => type === 'object' || type === 'array') && alternatives.length === 0;
}

/** The member of an object by which the item's name knows it. */
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
  // Of several guesses, a member that every item has wins.
  const always = found.find(({ sure, field }) => !sure && flat.required.includes(field.name));
  return (always ?? first).field;
}

/** True if the schema describes the content. Frameworks write a bare object where they cannot. */
export function isTelling({ properties, alternatives }: FlatSchema): boolean {
  return Object.keys(properties).length > 0 || alternatives.length > 0;
}

/** How deep inside wrappers a resource may stand: {"data": {"user": {…}}}. */
const MAX_WRAPPERS = 2;
/** Members that say by their name that they hold the resource. */
const WRAPPERS = ['data', 'attributes', 'result', 'item', 'metadata', 'meta'];
/** Members for metadata of the members beside them: name, creation time. */
const ABOUT = ['metadata', 'meta'];
/** Members that speak of the answer, and of no thing. */
const OF_ANSWER = new Set(
  '_embedded _links code errors included jsonapi links message pagination status success warnings'.split(' '),
);

/**
 * Finds the resource in a response schema: at the top, or in the only object member that looks like one, or that is
 * named like it. The id may stand inside a member of the resource.
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
  // Of two that have a name each, the lesser is a part of the other: a token and the role that it gives. An operation
  // has a name, and the thing as its response.
  const isPart = ({ name, place }: { name: string; place: ItemPlace }) => {
    const around = Object.keys(flat.properties).filter((one) => !OF_ANSWER.has(one));
    const isLess = Object.keys(place.flat.properties).length < around.length;
    const sharesName = (one: string) => isIdentity(one) && Object.hasOwn(place.flat.properties, one);
    return !ROLES.has(name) && isLess && around.some(sharesName);
  };
  const [only] = wrapped;
  const found = wrapped.length === 1 && only !== undefined && !isPart(only) ? only : named;
  // An object with `metadata` beside its members is the whole item: {metadata: {name, …}, spec: {…}}. A `meta` may
  // describe the request.
  const isBeside = (name: string) => name !== found?.name && !OF_ANSWER.has(name);
  const isWhole = found !== undefined && ABOUT.includes(found.name) && Object.keys(flat.properties).some(isBeside);
  const id = found?.name === 'metadata' ? found.place.id : undefined;
  return (isWhole ? { ...nowhere, id: id && { ...id, inside: heldAt(id) } } : found?.place) ?? nowhere;
}

function heldAt({ pointer }: IdField): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** The pointer to an id within its resource. */
export function ownPointer({ name, inside = '' }: IdField): string {
  return inside + pointerToken(name);
}

/** A place where a response may show an undocumented id: in an object that may hold any member. */
export function openIdIn(schemas: SchemaStore, schema: JsonSchema, { param }: ItemName): IdField | undefined {
  const name = isPlainId(param) ? param : 'id';
  const flat = schemas.flatten(schema);
  const isOpen = (one: FlatSchema) => Object.values(one.properties).some(isOpenMember);
  const wrapper = WRAPPERS.find((one) => isOpen(schemas.flatten(flat.properties[one] ?? true)));
  const holder = isOpen(flat) ? '' : wrapper && pointerToken(wrapper);
  return holder === undefined ? undefined : { name, pointer: holder + pointerToken(name), schema: true };
}

/** Words that say where a schema is used (request, response, list), not what it describes. */
const ROLES = new Set(
  'body data detail dto full item model out output payload public read response result schema view'.split(' '),
);

/**
 * True if two schemas with equal members, each for one operation, are named after one resource:
 * CancelOrderOrderResponseBody, GetOrderOrderResponseBody.
 */
function isNamedAlike(one: FlatSchema, other: FlatSchema): boolean {
  const [mine = [], others = []] = [one, other].map(({ names }) => wordsOf(names[0] ?? '').toReversed());
  const named = mine.find((word) => !ROLES.has(word));
  if (named === undefined || named !== others.find((word) => !ROLES.has(word))) return false;
  const [held, shown] = [one, other].map(({ properties }) => Object.keys(properties).sort().join(' '));
  return held === shown;
}

/**
 * True if a response shows the resource `item`: the same schema name, or similar members and a similar name, or an
 * inline schema whose members are all members of the item and include its required ones. Less would also match another
 * resource: a payment has an id and a status too.
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

/** A map of items, at the top or one level inside a wrapper: {"flags": {"new-checkout": {…}}}. */
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

/** The list that holds only item names. Undefined where there is not exactly one array of texts. */
export function namesListIn(schemas: SchemaStore, schema: JsonSchema, name: string): ListPlace | undefined {
  const found = listsIn(schemas, schema, 2);
  const [{ list, items } = { list: '', items: true }] = found;
  const flat = schemas.flatten(items);
  const id: IdField = { name, pointer: '', schema: items };
  const isOne = found.length === 1 && flat.types[0] === 'string';
  return isOne ? { list, isMap: false, item: { prefix: '', flat, id } } : undefined;
}

/**
 * A list of bare keys: the response itself, or its only list if that is named like the collection. No enum and no
 * format.
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
 * Finds the list in a response: the array itself, one up to two levels inside, or a map of items. Of several arrays,
 * the one whose items have the id or the `identity` schema; undefined where none or several fit.
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
  // Map keys are ids. An entry without a schema shows what the item holds.
  const only = found.filter(({ isMap, item }) => isMap || Object.values(item.flat.properties).some(isOpenMember));
  return [same, shown, only].find(({ length }) => length === 1)?.[0];
}
