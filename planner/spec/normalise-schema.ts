import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { normaliseDiscriminator } from './discriminator.ts';
import { isObject, type JsonObject, pointerToken } from './json-object.ts';
import { localPointer } from './resolve-reference.ts';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const ONE_SCHEMA = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const MANY_SCHEMAS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const KEPT = new Set([
  'const',
  'default',
  'dependentRequired',
  'enum',
  'format',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'readOnly',
  'required',
  'uniqueItems',
  'writeOnly',
]);

/** Gives the `$defs` name of a local pointer. */
export type NameOf = (pointer: string) => string;

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** 3.0 writes an exclusive bound as a boolean beside the inclusive one, 3.1 as a number. */
function normaliseBounds(raw: JsonObject, out: JsonObject): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof raw[exclusive] === 'number') out[exclusive] = raw[exclusive];
    if (raw[exclusive] === true && typeof raw[bound] === 'number') {
      out[exclusive] = raw[bound];
      delete out[bound];
    }
  }
}

function normaliseType(raw: JsonObject, out: JsonObject): void {
  const given = Array.isArray(raw['type']) ? raw['type'] : [raw['type']];
  const types = given.filter((type): type is string => typeof type === 'string' && TYPES.has(type));
  if (types.length > 0) out['type'] = types.length === 1 ? (types[0] ?? null) : types;
}

function normaliseExamples(raw: JsonObject, out: JsonObject): void {
  const examples: Json[] = [];
  if (raw['example'] !== undefined) examples.push(raw['example']);
  if (Array.isArray(raw['examples'])) examples.push(...raw['examples']);
  if (examples.length > 0) out['examples'] = examples;
}

function makeNullable(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  if (rest['$ref'] !== undefined || rest['allOf'] || rest['anyOf'] || rest['oneOf'])
    return { anyOf: [schema, { type: 'null' }] };
  if (Array.isArray(rest['enum']) && !rest['enum'].includes(null)) rest['enum'] = [...rest['enum'], null];
  if (type === undefined) return rest;
  return { ...rest, type: Array.isArray(type) ? [...new Set([...type, 'null'])] : [type, 'null'] };
}

/** A default that only says that nothing is there gives no value to send. */
function isNothing(value: Json): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

function inner(value: Json, at: string, nameOf: NameOf): Json {
  return normaliseSchema(value, at, nameOf);
}

/**
 * One schema of OpenAPI 3.0 or 3.1 → the JSON Schema 2020-12 subset of the plan format: `nullable`, `x-nullable`, boolean exclusive
 * bounds and `example` are rewritten, references become `#/$defs/<name>`, descriptions, titles and extensions are dropped
 * (planner and verifier §2). A pattern that is no regular expression is dropped, and so is a choice
 * of nothing. Throws SpecError for external references.
 */
export function normaliseSchema(raw: Json, at: string, nameOf: NameOf): JsonSchema {
  if (typeof raw === 'boolean') return raw;
  if (!isObject(raw)) return true;
  const out: JsonObject = {};
  if (typeof raw['$ref'] === 'string') out['$ref'] = `#/$defs/${nameOf(localPointer(raw['$ref'], at))}`;
  for (const [key, value] of Object.entries(raw)) {
    const place = at + pointerToken(key);
    if (key === 'default' && isNothing(value)) out['emptyDefault'] = true;
    else if (key === 'enum' && Array.isArray(value) && value.length === 0) continue;
    else if (KEPT.has(key)) out[key] = value;
    else if (key === 'pattern' && typeof value === 'string' && compiles(value)) out[key] = value;
    else if (ONE_SCHEMA.has(key)) out[key] = inner(value, place, nameOf);
    else if (MANY_SCHEMAS.has(key) && Array.isArray(value))
      out[key] = value.map((item, index) => inner(item, place + pointerToken(index), nameOf));
    else if (NAMED_SCHEMAS.has(key) && isObject(value))
      out[key] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, inner(item, place + pointerToken(name), nameOf)]),
      );
  }
  if (out['required'] !== undefined && !Array.isArray(out['required'])) delete out['required'];
  normaliseType(raw, out);
  normaliseBounds(raw, out);
  normaliseExamples(raw, out);
  const discriminator = normaliseDiscriminator(raw['discriminator'], nameOf);
  if (discriminator !== undefined) out['discriminator'] = discriminator;
  return raw['nullable'] === true || raw['x-nullable'] === true ? makeNullable(out) : out;
}
