import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { normaliseDiscriminator } from './normalise-discriminator.ts';
import { isObject, type JsonObject, pointerToken } from '../json/json-object.ts';
import { mendChoices, type Tell } from '../document/mend-choices.ts';
import { readPattern } from './read-pattern.ts';
import { documentedChoices } from './documented-choices.ts';
import type { SchemaReader } from './schema-reader.ts';

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

/** Writes exclusive bounds as numbers (OpenAPI 3.1). In 3.0, `exclusiveMinimum: true` stands beside `minimum`. */
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
  const isOpen = ['enum', 'const', 'format', 'pattern', 'default'].every((key) => raw[key] === undefined);
  if (examples.length === 0 && isOpen && out['type'] === 'string')
    examples.push(...documentedChoices(raw['description']));
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

/** True for an empty default (`""`, `[]`, `{}`), which is no value to send. */
function isNothing(value: Json): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/**
 * Returns a pattern as a regular expression of ECMA-262, undefined if it is none. Reports it if it is invalid
 * or of another dialect.
 */
function normalisePattern(pattern: string, at: string, tell: Tell): string | undefined {
  const read = readPattern(pattern);
  const edit = 'Write it as a regular expression of ECMA-262 with flag "u", without slashes and flags around it.';
  if (read === undefined) tell(at, 'A pattern is no regular expression of ECMA-262; it is not checked.', edit);
  else if (read.isForeign)
    tell(at, 'A pattern is written in another dialect than that of ECMA-262; it is read as what it means.', edit);
  return read?.pattern;
}

/** Returns the parts of an `allOf` without repeated references, which would multiply and add nothing. */
function onceEach(parts: Json[]): Json[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    const reference = isObject(part) && Object.keys(part).length === 1 ? part['$ref'] : undefined;
    if (typeof reference !== 'string') return true;
    const isNew = !seen.has(reference);
    seen.add(reference);
    return isNew;
  });
}

/**
 * Converts a schema of OpenAPI 3.0 or 3.1 to the JSON Schema subset of the plan format. Throws SpecError for
 * external references.
 * - `nullable`, `x-nullable`, boolean exclusive bounds and `example` are rewritten. References become `#/$defs/<name>`.
 * - Descriptions, titles, extensions, invalid patterns and empty enums are removed.
 * - Common faults of generators are mended and reported.
 */
export function normaliseSchema(given: Json, at: string, reader: SchemaReader): JsonSchema {
  if (typeof given === 'boolean') return given;
  if (!isObject(given)) return true;
  const { nameOf, tell } = reader;
  const raw = mendChoices(given, at, tell);
  const out: JsonObject = {};
  if (typeof raw['$ref'] === 'string') out['$ref'] = `#/$defs/${nameOf(raw['$ref'], at)}`;
  const inner = (value: Json, place: string): Json => normaliseSchema(value, place, reader);
  for (const [key, value] of Object.entries(raw)) {
    const place = at + pointerToken(key);
    if (key === 'default' && isNothing(value)) out['emptyDefault'] = true;
    else if (key === 'enum' && Array.isArray(value) && value.length === 0) continue;
    else if (KEPT.has(key)) out[key] = value;
    else if (key === 'pattern' && typeof value === 'string') {
      const pattern = normalisePattern(value, place, tell);
      if (pattern !== undefined) out[key] = pattern;
    } else if (ONE_SCHEMA.has(key)) out[key] = inner(value, place);
    else if (MANY_SCHEMAS.has(key) && Array.isArray(value)) {
      const schemas = value.map((item, index) => inner(item, place + pointerToken(index)));
      out[key] = key === 'allOf' ? onceEach(schemas) : schemas;
    } else if (NAMED_SCHEMAS.has(key) && isObject(value))
      out[key] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, inner(item, place + pointerToken(name))]),
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
