import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, pointerToken } from '../../intake/json/json-object.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { fits } from '../../intake/schema/fits.ts';
import { placeholders } from '../../values/text/placeholders.ts';
import { lettersForPattern } from '../../values/text/text-for-pattern.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isVersionLike } from '../../vocabulary/identifiers.ts';

/** The values that a response shows: an item's fields at the pointer `itemAt`, and others by pointer (a list). */
export type Contents = { itemAt: string; fields: JsonObject; at: Record<string, Json> };

const MAX_DEPTH = 8;
/** Values below this depth are null: a list whose entries require such a list would have no end. */
const MOST_LEVELS = 64;
/** The most values of one response: `minItems` of nested lists multiply. */
const MOST_VALUES = 20_000;
const MOST_FILLERS = 16;
/** The contents of a response without an item: all values are placeholders. */
export const NO_CONTENTS: Contents = { itemAt: '-', fields: {}, at: {} };

const scalars = new WeakMap<FlatSchema, Map<string, Json>>();

/** Returns the placeholder of a scalar member, which is always the same. Cached. */
function scalar(schemas: SchemaStore, schema: JsonSchema, flat: FlatSchema, name: string): Json {
  const byName = scalars.get(flat) ?? new Map<string, Json>();
  scalars.set(flat, byName);
  const value = byName.get(name) ?? makeScalar(schemas, schema, flat, name);
  byName.set(name, value);
  return value;
}

function makeScalar(schemas: SchemaStore, schema: JsonSchema, flat: FlatSchema, name: string): Json {
  const { const: constant, enum: members, default: usual, examples } = flat.rest;
  const known = [
    constant,
    usual,
    ...(Array.isArray(members) ? members : []),
    ...(Array.isArray(examples) ? examples : []),
  ];
  const counts = wordsOf(name).some((word) => ['total', 'count', 'size'].includes(word));
  const options = [
    ...known,
    ...(counts && flat.types[0] !== 'string' ? [1] : []),
    ...placeholders(`held ${name}`, flat),
  ];
  return options.find((value) => value !== undefined && fits(schemas, schema, value)) ?? null;
}

const fillers = new WeakMap<object, Map<string, Json>>();

/**
 * Returns the value of a member that the item does not hold. One schema, name and depth always give the same value, so
 * it is cached.
 */
function filler(schemas: SchemaStore, schema: JsonSchema, name: string, depth: number): Json {
  if (typeof schema === 'boolean') return render(schemas, schema, NO_CONTENTS, '', name, depth);
  const byPlace = fillers.get(schema) ?? new Map<string, Json>();
  fillers.set(schema, byPlace);
  const place = `${depth} ${name}`;
  const value = byPlace.get(place) ?? render(schemas, schema, NO_CONTENTS, '', name, depth);
  byPlace.set(place, value);
  return value;
}

let left = MOST_VALUES;

function render(
  schemas: SchemaStore,
  schema: JsonSchema,
  contents: Contents,
  at: string,
  name: string,
  depth: number,
): Json {
  const given = contents.at[at];
  if (given !== undefined) return given;
  left -= 1;
  if (left < 0 || depth > MOST_LEVELS) return null;
  const flat = schemas.flatten(schema);
  const [type] = flat.types;
  if (type === 'array') {
    const first = `${at}/0`;
    const isLedInto = Object.keys(contents.at).some((pointer) => pointer === first || pointer.startsWith(`${first}/`));
    const least = Number(flat.rest['minItems'] ?? 0);
    const length = Math.min(Math.max(least, isLedInto ? 1 : 0), MOST_FILLERS);
    return Array.from({ length }, (_, index) =>
      render(schemas, flat.items ?? true, contents, `${at}/${index}`, name, depth + 1),
    );
  }
  const branch = flat.alternatives[0];
  if (type !== 'object' && branch !== undefined) return render(schemas, branch, contents, at, name, depth);
  if (type !== 'object')
    return Object.keys(contents.fields).length > 0 && type === undefined
      ? contents.fields
      : scalar(schemas, schema, flat, name);
  const result: JsonObject = {};
  if (branch !== undefined) {
    const chosen = branchFor(schemas, flat.alternatives, at === contents.itemAt ? contents.fields : {});
    const rendered = render(schemas, chosen ?? branch, contents, at, name, depth);
    if (isObject(rendered)) Object.assign(result, rendered);
  }
  const leadingTo = [contents.itemAt, ...Object.keys(contents.at)].filter((pointer) => pointer.length > at.length);
  for (const property of namesIn(flat)) {
    if (Object.hasOwn(result, property) && !Object.hasOwn(flat.properties, property)) continue;
    const inner = flat.properties[property] ?? true;
    const held = at === contents.itemAt && Object.hasOwn(contents.fields, property);
    const value = held ? asDocumented(schemas, inner, contents.fields[property] ?? null) : null;
    // A held value that fits is shown, unless it is writeOnly. One that does not fit is not shown as it was sent.
    if (held && (isWriteOnly(schemas, inner) || fits(schemas, inner, value, false))) {
      if (!isWriteOnly(schemas, inner)) result[property] = withReadOnly(schemas, inner, value, depth + 1);
      continue;
    }
    if (held && holdsObjects(value)) {
      result[property] = completed(schemas, inner, contents, value, at + pointerToken(property), depth + 1);
      continue;
    }
    const named = at === contents.itemAt ? namedThing(schemas, inner, contents.fields, property) : undefined;
    if (named) {
      result[property] = completed(schemas, inner, contents, named, at + pointerToken(property), depth + 1);
      continue;
    }
    // The item's version is shown even if it is not required.
    const isDue = flat.required.includes(property) || (at === contents.itemAt && isVersionLike(property));
    const isRequired = isDue && depth < MAX_DEPTH;
    if (!isRequired && leadingTo.length === 0) continue;
    const place = at + pointerToken(property);
    const leads = leadingTo.some((pointer) => pointer === place || pointer.startsWith(`${place}/`));
    if ((!isRequired && !leads) || isWriteOnly(schemas, inner)) continue;
    result[property] = leads
      ? render(schemas, inner, contents, place, property, depth + 1)
      : filler(schemas, inner, property, depth + 1);
  }
  return result;
}

const names = new WeakMap<FlatSchema, string[]>();

/**
 * Returns the names of an object's properties and required members, sorted. A required member may have no schema, or
 * one in a branch of `oneOf` only.
 */
function namesIn(flat: FlatSchema): string[] {
  const known = names.get(flat) ?? [...new Set([...Object.keys(flat.properties), ...flat.required])].sort();
  names.set(flat, known);
  return known;
}

/**
 * Returns a sent object as the response documents it, with the required members that were not sent. In a list, each
 * object is completed; other values are unchanged.
 */
function completed(
  schemas: SchemaStore,
  schema: JsonSchema,
  contents: Contents,
  value: Json,
  at: string,
  depth: number,
): Json {
  if (isObject(value)) return render(schemas, schema, { ...contents, itemAt: at, fields: value }, at, '', depth);
  if (!Array.isArray(value)) return value;
  const items = schemas.flatten(schema).items ?? true;
  return value.map((one, index) => completed(schemas, items, contents, one, `${at}/${index}`, depth + 1));
}

/**
 * Returns the object that a response shows for a reference: `driver: {id}` for a stored `driverId`. Undefined without
 * such a reference, and if the schema is no object with an `id`.
 */
function namedThing(
  schemas: SchemaStore,
  schema: JsonSchema,
  fields: JsonObject,
  property: string,
): JsonObject | undefined {
  const name = Object.keys(fields).find((one) => one.length > property.length && sameName(one, `${property}Id`));
  const { types, properties } = schemas.flatten(schema);
  const id = name === undefined ? undefined : fields[name];
  return types[0] === 'object' && properties['id'] !== undefined && (id ?? null) !== null
    ? { id: id ?? null }
    : undefined;
}

function holdsObjects(value: Json): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(isObject));
}

/**
 * Returns the sent object with the required members that it lacks, such as read-only ones. In a list, each object is
 * completed. Values at MAX_DEPTH stay.
 */
function withReadOnly(schemas: SchemaStore, schema: JsonSchema, value: Json, depth: number): Json {
  if (!holdsObjects(value)) return value;
  const { items = true, properties, required } = schemas.flatten(schema);
  if (Array.isArray(value)) return value.map((entry) => withReadOnly(schemas, items, entry, depth + 1));
  if (!isObject(value) || depth >= MAX_DEPTH) return value;
  const sent = Object.entries(value).map(([name, part]) => [
    name,
    withReadOnly(schemas, properties[name] ?? true, part, depth + 1),
  ]);
  const added = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => [name, filler(schemas, properties[name] ?? true, name, depth + 1)]);
  return Object.fromEntries([...sent, ...added]);
}

/** Returns the value in a form that fits the schema: 1.5 as "1.5" or "1.50", "7" as 7. Unchanged if no form fits. */
function asDocumented(schemas: SchemaStore, schema: JsonSchema, value: Json): Json {
  const written = typeof value === 'number' ? [String(value), value.toFixed(2)] : [];
  const read = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [Number(value)] : [];
  return [value, ...written, ...read].find((one) => fits(schemas, schema, one, false)) ?? value;
}

/** Returns the first of the branches that the fields fit. Undefined if they fit none. */
function branchFor(schemas: SchemaStore, branches: JsonSchema[], fields: JsonObject): JsonSchema | undefined {
  return branches.find((one) => fits(schemas, one, fields, false));
}

function isWriteOnly(schemas: SchemaStore, schema: JsonSchema): boolean {
  return schemas.flatten(schema).rest['writeOnly'] === true;
}

const MOST_REMEMBERED = 200;
const bodies = new WeakMap<object, Map<string, Json>>();

/**
 * Returns a response body for the schema: the given contents, and placeholders for other required members. Cached:
 * journeys of one resource ask for the same bodies.
 */
export function renderResponse(schemas: SchemaStore, schema: JsonSchema, contents: Contents): Json {
  left = MOST_VALUES;
  if (typeof schema === 'boolean') return render(schemas, schema, contents, '', '', 0);
  const known = bodies.get(schema) ?? new Map<string, Json>();
  bodies.set(schema, known);
  const key = JSON.stringify(contents);
  const body = known.get(key) ?? render(schemas, schema, contents, '', '', 0);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, body);
  return body;
}

/**
 * Returns the id of an item with this serial number: the number, a UUID, a text of the schema's pattern, or a text that
 * ends in the number. With an enum: one of its members.
 */
export function newId(schemas: SchemaStore, schema: JsonSchema, serial: number): Json {
  const flat = schemas.flatten(schema);
  const { enum: members } = flat.rest;
  if (Array.isArray(members) && members.length > 0) return members[(serial - 1) % members.length] ?? null;
  if (isNumber(flat)) return serial;
  const hex = serial.toString(16).padStart(12, '0');
  const uuid = `7d1c2a54-0b7e-4f7a-9c11-${hex}`;
  if (fits(schemas, schema, uuid)) return uuid;
  const patterned = ofPattern(flat, serial);
  if (patterned !== undefined && fits(schemas, schema, patterned)) return patterned;
  const [text = uuid] = placeholders(`item${serial}`, flat).filter((value) => typeof value === 'string');
  return `${text}`.slice(0, -String(serial).length) + String(serial);
}

/**
 * Writes the serial number in the places that a pattern leaves open: `prp_000003E9`. Undefined without a pattern, and
 * for patterns that the planner cannot read.
 */
function ofPattern({ rest: { pattern, minLength } }: FlatSchema, serial: number): string | undefined {
  const places =
    typeof pattern === 'string' ? lettersForPattern(pattern, typeof minLength === 'number' ? minLength : 0) : undefined;
  let left = serial;
  return places
    ?.toReversed()
    .map((letters) => {
      const letter = letters[left % letters.length];
      left = Math.floor(left / letters.length);
      return letter;
    })
    .toReversed()
    .join('');
}

/** Returns a changed copy of an object; other values unchanged. */
export function withFields(value: Json, change: (fields: JsonObject) => JsonObject): Json {
  return isObject(value) ? change({ ...value }) : value;
}
