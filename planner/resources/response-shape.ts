import type { JsonSchema } from '#verifier/plan/plan.ts';

import { pointerToken } from '../spec/json-object.ts';
import type { FlatSchema } from '../spec/flat-schema.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation, Response } from '../spec/spec-model.ts';
import { isIdLike, sameName, singular, wordsOf } from '../values/field-names.ts';

/** Where a single resource stands in a response: itself, or one level inside a wrapper. */
export type ItemPlace = { prefix: string; flat: FlatSchema; id: IdField | undefined };
export type IdField = { name: string; pointer: string; schema: JsonSchema };
/** Where a list stands in a response, and what its items look like; `isMap` = a map of items. */
export type ListPlace = { list: string; item: ItemPlace; isMap: boolean };

/** Documented 2xx responses; `default` only where no 2xx is declared (planner and verifier §6.1). */
export function successResponses(operation: Operation): [string, Response][] {
  const all = Object.entries(operation.responses);
  const successes = all.filter(([status]) => status.startsWith('2'));
  return successes.length > 0 ? successes : all.filter(([status]) => status === 'default');
}

/** The first success response that documents a JSON body. */
export function successBody(operation: Operation): JsonSchema | undefined {
  return successResponses(operation).find(([, response]) => response.schema !== undefined)?.[1].schema;
}

/** The names under which an item's response may show the value of a path parameter. */
function idNames(param: string, noun: string): string[] {
  const thing = singular(noun);
  const last = thing.split(/[-_]/).at(-1) ?? thing;
  const generic = isIdLike(param) || [thing, last].some((name) => sameName(param, name));
  if (generic) return [param, 'id', `${thing}Id`, `${last}Id`, 'uuid', 'guid', '_id'];
  // {bucketName} of /buckets is the bucket's "name".
  const own = [thing, last]
    .map((name) => wordsOf(name))
    .find((words) => words.every((word, at) => wordsOf(param)[at] === word));
  const rest = own ? wordsOf(param).slice(own.length).join('_') : '';
  return rest === '' ? [param] : [param, rest];
}

function isScalar(schemas: SchemaStore, schema: JsonSchema): boolean {
  const { types, alternatives } = schemas.flatten(schema);
  return !types.some((type) => type === 'object' || type === 'array') && alternatives.length === 0;
}

function idIn(schemas: SchemaStore, flat: FlatSchema, param: string, noun: string): IdField | undefined {
  const names = Object.keys(flat.properties).sort();
  for (const wanted of idNames(param, noun)) {
    const name =
      names.find((candidate) => candidate === wanted) ?? names.find((candidate) => sameName(candidate, wanted));
    const schema = name === undefined ? undefined : flat.properties[name];
    if (name !== undefined && schema !== undefined && isScalar(schemas, schema))
      return { name, pointer: pointerToken(name), schema };
  }
  return undefined;
}

/** Finds the resource in a response schema: at the top, or in its only object member that looks like one. */
export function itemIn(schemas: SchemaStore, schema: JsonSchema, param: string, noun: string): ItemPlace {
  const flat = schemas.flatten(schema);
  const top = idIn(schemas, flat, param, noun);
  if (top) return { prefix: '', flat, id: top };
  const wrapped: ItemPlace[] = [];
  for (const name of Object.keys(flat.properties).sort()) {
    const inner = schemas.flatten(flat.properties[name] ?? true);
    const id = inner.types[0] === 'object' ? idIn(schemas, inner, param, noun) : undefined;
    if (id)
      wrapped.push({
        prefix: pointerToken(name),
        flat: inner,
        id: { ...id, pointer: pointerToken(name) + id.pointer },
      });
  }
  const [only] = wrapped;
  return only && wrapped.length === 1 ? only : { prefix: '', flat, id: undefined };
}

/**
 * Whether an answer shows the very thing that `item` is: the same schema by name, or an inline one whose members, its id and at least one
 * other, are all members of the item too.
 */
export function isSameThing(answered: FlatSchema, item: FlatSchema): boolean {
  if (answered.names.some((name) => item.names.includes(name))) return true;
  const names = Object.keys(answered.properties);
  return names.length > 1 && names.some(isIdLike) && names.every((name) => Object.hasOwn(item.properties, name));
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

function mapIn(schemas: SchemaStore, schema: JsonSchema): { list: string; items: JsonSchema } | undefined {
  const { additional, properties } = schemas.flatten(schema);
  if (additional === undefined || additional === false || Object.keys(properties).length > 0) return undefined;
  return schemas.flatten(additional).types[0] === 'object' ? { list: '', items: additional } : undefined;
}

/**
 * Finds the list of items in a response schema: the array itself, an array up to two levels inside a wrapper, or a map of items.
 * Of several arrays, the one whose items show the id or are the `identity` schema; undefined where none or more than one fits.
 */
export function listIn(
  schemas: SchemaStore,
  schema: JsonSchema,
  param: string,
  noun: string,
  identity: string[],
): ListPlace | undefined {
  const found = listsIn(schemas, schema, 2).map(({ list, items }) => ({
    list,
    isMap: false,
    item: itemIn(schemas, items, param, noun),
  }));
  const map = found.length === 0 ? mapIn(schemas, schema) : undefined;
  if (map) found.push({ list: map.list, isMap: true, item: itemIn(schemas, map.items, param, noun) });
  const same = found.filter(({ item }) => item.flat.names.some((name) => identity.includes(name)));
  const shown = found.filter(({ item }) => item.id !== undefined);
  const [best] = same.length === 1 ? same : shown;
  return same.length === 1 || shown.length === 1 ? best : undefined;
}
