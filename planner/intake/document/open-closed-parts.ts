import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';
import type { Tell } from './mend-choices.ts';
import { type Keys, keysInside } from './keys-inside.ts';

const PREFIX = '#/$defs/';

/** Returns the schema of a name in `$defs`. */
type Definition = (name: string) => JsonSchema;

/** Returns the schemas that apply together: the schema's own keywords, its reference, and its `allOf` parts. */
function partsOf(schema: JsonObject): Json[] {
  const { $ref, allOf, ...own } = schema;
  return [own, ...($ref === undefined ? [] : [{ $ref }]), ...(Array.isArray(allOf) ? allOf : [])];
}

function targetOf(part: Json, definition: Definition): { name: string; schema: JsonSchema } | undefined {
  const reference = member(part, '$ref');
  if (typeof reference !== 'string') return undefined;
  const name = reference.slice(PREFIX.length);
  return { name, schema: definition(name) };
}

/** Returns the names of all documented members of a schema, also behind references, in `allOf`, `anyOf` and `oneOf`. */
function membersOf(schema: Json, definition: Definition, met: Set<string>): string[] {
  if (!isObject(schema)) return [];
  const target = targetOf(schema, definition);
  const inTarget = target && !met.has(target.name) ? membersOf(target.schema, definition, met.add(target.name)) : [];
  const inside = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
    const schemas = schema[key];
    return Array.isArray(schemas) ? schemas.flatMap((one) => membersOf(one, definition, met)) : [];
  });
  const { properties } = schema;
  return [...(isObject(properties) ? Object.keys(properties) : []), ...inTarget, ...inside];
}

/**
 * Returns a closed part (`additionalProperties: false`) with the members of the other parts added, also behind a
 * reference or in an `allOf`. An open part stays unchanged.
 */
function widened(part: Json, members: string[], definition: Definition, opened: Map<string, Json>): Json {
  if (!isObject(part)) return part;
  const target = targetOf(part, definition);
  if (target) {
    const known = opened.get(target.name);
    // A schema that contains itself stays unchanged there.
    if (known === undefined) opened.set(target.name, target.schema);
    const open = known ?? widened(target.schema, members, definition, opened);
    opened.set(target.name, open);
    if (open === target.schema) return part;
    const { $ref: _replaced, ...rest } = part;
    return Object.keys(rest).length === 0 ? open : { allOf: [open, widened(rest, members, definition, opened)] };
  }
  const { properties, additionalProperties, allOf } = part;
  const known = isObject(properties) ? properties : {};
  const others = members.filter((name) => !Object.hasOwn(known, name));
  const isShut = additionalProperties === false && others.length > 0;
  const parts = Array.isArray(allOf) ? allOf.map((one) => widened(one, members, definition, opened)) : undefined;
  const isChanged = parts?.some((one, index) => one !== (allOf as Json[])[index]) === true;
  if (!isShut && !isChanged) return part;
  return {
    ...part,
    ...(isShut ? { properties: { ...known, ...Object.fromEntries(others.map((name) => [name, true])) } } : {}),
    ...(isChanged ? { allOf: parts } : {}),
  } as JsonObject;
}

/**
 * Opens closed parts of `allOf: [Entity, {…}]` to the members of the other parts. Strictly, `additionalProperties:
 * false` in one part refuses them. `at` is the schema's place. Each change is reported by `tell`.
 */
export function openClosedParts(schema: JsonSchema, definition: Definition, at: string, tell: Tell): JsonSchema {
  const read = (value: Json, keys: Keys): Json => {
    if (keys === 'data') return value;
    if (Array.isArray(value)) return value.map((one) => read(one, 'keywords'));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, read(inner, keysInside(keys, key))] as const);
    const inside: JsonObject = Object.fromEntries(entries);
    if (keys === 'names') return inside;
    const parts = partsOf(inside);
    if (parts.filter((part) => Object.keys(part as JsonObject).length > 0).length < 2) return inside;
    const members = [...new Set(parts.flatMap((part) => membersOf(part, definition, new Set())))];
    const opened = new Map<string, Json>();
    const open = parts.map((part) => widened(part, members, definition, opened));
    if (open.every((part, index) => part === parts[index])) return inside;
    tell(
      at,
      'A closed part of "allOf" refuses the members of the other parts; it is read as closed over all of them.',
      'Write "unevaluatedProperties": false once beside "allOf", in place of "additionalProperties": false in its parts.',
    );
    const [own, ...others] = open;
    return { ...(own as JsonObject), allOf: others };
  };
  return read(schema, 'keywords') as JsonSchema;
}
