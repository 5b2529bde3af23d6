import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { Kind } from './normalise-discriminator.ts';
import { isSameValue } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * A schema with its references followed and its `allOf` merged. Only the top level is flat, its members are not.
 * `alternatives` are the branches of `oneOf`, `anyOf` or a discriminator. Branches that allow only null or "" are left
 * out. A single branch, and branches that are only values of one type, are merged into the schema.
 */
export type FlatSchema = {
  /** The allowed JSON types without null. Empty: any type. ["never"]: `false`, or two parts that exclude each other. */
  types: string[];
  nullable: boolean;
  properties: Record<string, JsonSchema>;
  required: string[];
  items: JsonSchema | undefined;
  /** The schema of undocumented members. `false`: none are allowed; undefined: any are. */
  additional: JsonSchema | undefined;
  alternatives: JsonSchema[];
  /** All other keywords, such as enum, const, bounds, pattern, format, default, examples and readOnly. */
  rest: JsonObject;
  /** The `$defs` names of the references that were followed, outermost first. */
  names: string[];
  /** The member and values by which a discriminator recognises this branch. */
  kind: Kind | undefined;
};

/** True if the first type is integer or number. */
export function isNumber({ types }: Pick<FlatSchema, 'types'>): boolean {
  return types[0] === 'integer' || types[0] === 'number';
}

/** Returns the flat form of a schema that accepts any value. */
export function emptySchema(): FlatSchema {
  return {
    types: [],
    nullable: true,
    properties: {},
    required: [],
    items: undefined,
    additional: undefined,
    alternatives: [],
    rest: {},
    names: [],
    kind: undefined,
  };
}

/** Returns the flat form of a schema that accepts no value. */
export function neverSchema(): FlatSchema {
  return { ...emptySchema(), types: ['never'], nullable: false };
}

function bothTypes(left: string[], right: string[]): string[] {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  const shared = left.filter((type) => right.includes(type) || (type === 'integer' && right.includes('number')));
  const both = right.includes('integer') && left.includes('number') ? [...new Set([...shared, 'integer'])] : shared;
  return both.length > 0 ? both : ['never'];
}

/**
 * Returns a pattern that matches only texts that both patterns match. The shorter one becomes a lookahead: values are
 * made up from the rest of the pattern.
 */
function bothPatterns(one: string, other: string): string {
  if (one === other) return one;
  const fromStart = (pattern: string) => (pattern.startsWith('^') ? `(?:${pattern})` : `[^]*?(?:${pattern})`);
  const [shorter, longer] = one.length > other.length ? [other, one] : [one, other];
  return `^(?=${fromStart(shorter)})${fromStart(longer)}`;
}

/** The most multiples that are tried. */
const MOST_MULTIPLES = 1000;

/** Returns the least common multiple of two `multipleOf`. If no small one is found, `other`. */
function bothMultiples(one: number, other: number): number {
  for (let times = 1; times <= MOST_MULTIPLES; times += 1) {
    const ratio = (other * times) / one;
    if (Math.abs(ratio - Math.round(ratio)) < 1e-9) return other * times;
  }
  return other;
}

/**
 * Merges keywords. Of two bounds, the tighter is kept; of two enums, the shared values; of examples, all. Two patterns
 * and two `multipleOf` are combined. readOnly and writeOnly are true if either side says so. For any other keyword,
 * `other` wins: a child's `const` replaces that of its base schema.
 */
function mergeKeywords(target: JsonObject, other: JsonObject): void {
  for (const [key, value] of Object.entries(other)) {
    const known = target[key];
    if (known === undefined) target[key] = value;
    else if (typeof known === 'number' && typeof value === 'number' && /^(min|max|exclusiveM)/.test(key))
      target[key] = /min/i.test(key) ? Math.max(known, value) : Math.min(known, value);
    else if (key === 'enum' && Array.isArray(known) && Array.isArray(value))
      target[key] = known.filter((one) => value.some((other) => isSameValue(one, other)));
    else if (key === 'examples' && Array.isArray(known) && Array.isArray(value)) target[key] = [...known, ...value];
    else if (key === 'readOnly' || key === 'writeOnly') target[key] = known === true || value === true;
    else if (key === 'pattern' && typeof known === 'string' && typeof value === 'string')
      target[key] = bothPatterns(known, value);
    else if (key === 'multipleOf' && typeof known === 'number' && typeof value === 'number')
      target[key] = bothMultiples(known, value);
    else target[key] = value;
  }
}

/** The most pairs of alternatives of two parts. */
const MOST_PAIRS = 64;

/**
 * Returns the alternatives of a schema that must satisfy one of `left` and one of `right`: each pair as an `allOf`. Of
 * more than 64 pairs, none is built, and `left` is returned.
 */
export function bothChoices(left: JsonSchema[], right: JsonSchema[]): JsonSchema[] {
  if (left.length === 0) return right;
  if (right.length === 0 || left.length * right.length > MOST_PAIRS || isSameValue(left, right)) return left;
  return left.flatMap((one) => right.map((other) => ({ allOf: [one, other] })));
}

/**
 * Merges a schema into `target`, as two parts of an `allOf`. If both have a schema for undocumented members, `target`
 * keeps its own.
 */
export function mergeInto(target: FlatSchema, other: FlatSchema): void {
  const constrained = other.types.length > 0;
  target.nullable = target.nullable && other.nullable;
  if (constrained) target.types = bothTypes(target.types, other.types);
  for (const [name, schema] of Object.entries(other.properties)) {
    const known = Object.hasOwn(target.properties, name) ? target.properties[name] : undefined;
    target.properties[name] = known === undefined || known === schema ? schema : { allOf: [known, schema] };
  }
  target.required = [...new Set([...target.required, ...other.required])];
  // Both parts may restrict `items`.
  const items = [target.items, other.items].filter((one) => one !== undefined && one !== true);
  const [first = target.items ?? other.items, second = first] = items;
  target.items =
    second === undefined || second === first ? first : { allOf: [first as JsonObject, second as JsonObject] };
  target.additional ??= other.additional;
  target.alternatives = bothChoices(target.alternatives, other.alternatives);
  mergeKeywords(target.rest, other.rest);
  target.names.push(...other.names);
  target.kind ??= other.kind;
}

/** Returns the flat form of a schema's own keywords, without `$ref`, `allOf`, `oneOf`, `anyOf` and `discriminator`. */
export function ownKeywords(schema: JsonObject): FlatSchema {
  const { type, properties, required, items, additionalProperties, $ref: _r, allOf: _a, ...others } = schema;
  const { oneOf: _o, anyOf: _n, discriminator: _d, ...rest } = others;
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as string[];
  const enumeration = rest['enum'];
  const flat = emptySchema();
  flat.types = types.filter((name) => name !== 'null');
  flat.nullable =
    (types.length === 0 || types.includes('null')) && (!Array.isArray(enumeration) || enumeration.includes(null));
  flat.properties = { ...(properties as Record<string, JsonSchema> | undefined) };
  flat.required = (required as string[] | undefined)?.filter((name) => typeof name === 'string') ?? [];
  flat.items = items as JsonSchema | undefined;
  if (additionalProperties !== undefined && additionalProperties !== true)
    flat.additional = additionalProperties as JsonSchema;
  if (flat.types.length === 0 && (properties !== undefined || flat.required.length > 0)) flat.types = ['object'];
  if (flat.types.length === 0 && items !== undefined) flat.types = ['array'];
  flat.rest = rest;
  return flat;
}
