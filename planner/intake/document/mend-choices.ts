import type { Json } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, pointerToken } from '../json/json-object.ts';

/** Reports a mended fault: its place, what is wrong, and the edit that removes it. */
export type Tell = (at: string, wrong: string, edit: string) => void;

/** Keywords that do not change which values a schema allows. */
const ANNOTATION = /^(description|title|example|examples|deprecated|default|x-.*)$/;

/**
 * YAML 1.1 reads all of these words as a boolean, also written `No` and `NO`. In a list of texts, one of them was
 * meant, in the letter case of the other choices: `enum: [SE, NO]` names two countries.
 */
const TEXTS_OF = { true: ['true', 'yes', 'on'], false: ['false', 'no', 'off'] };

const typesOf = (schema: JsonObject): Json[] => [schema['type'] ?? []].flat();

function saysNullable(schema: JsonObject): boolean {
  return schema['nullable'] === true || schema['x-nullable'] === true || typesOf(schema).includes('null');
}

/** True for an `allOf` part that allows null and has no keywords but its type and annotations. */
function isNullPart(part: Json): part is JsonObject {
  if (!isObject(part) || !saysNullable(part)) return false;
  return Object.keys(part).every((key) => /^(nullable|x-nullable|type)$/.test(key) || ANNOTATION.test(key));
}

/** Reads `allOf: [Owner, {nullable: true}]` as an Owner or null. Strictly, Owner refuses null. */
function withoutNullParts(schema: JsonObject, at: string, tell: Tell): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length < 2 || !allOf.some(isNullPart)) return schema;
  const index = allOf.findIndex(isNullPart);
  tell(
    `${at}/allOf${pointerToken(index)}`,
    'A part of "allOf" allows null, which the other parts refuse; it is read as null for the whole.',
    'Write "anyOf": [{…}, {"type": "null"}], or in OpenAPI 3.0 "nullable": true beside "allOf".',
  );
  return { ...rest, allOf: allOf.filter((part) => !isNullPart(part)), nullable: true };
}

/**
 * Reads `type: ["string", "null"]` beside `$ref` or `allOf` as the referred schema or null. Strictly, the
 * reference may refuse null.
 */
function withNullBesideReference(schema: JsonObject, at: string, tell: Tell): JsonObject {
  const { $ref, allOf } = schema;
  if (!typesOf(schema).includes('null') || ($ref === undefined && !Array.isArray(allOf))) return schema;
  tell(
    at,
    'A type allows null beside a reference or "allOf", which may refuse it; null is read as allowed.',
    'Write "anyOf": [{"$ref": …}, {"type": "null"}].',
  );
  return { ...schema, type: typesOf(schema).filter((type) => type !== 'null'), nullable: true };
}

function fitsType(value: Json, types: Json[]): boolean {
  if (value === null) return types.includes('null');
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  if (typeof value === 'object') return types.includes(Array.isArray(value) ? 'array' : 'object');
  return types.includes(typeof value);
}

/** The word in the letter case that all these texts share: capitals, a capital first, or else as it is. */
function inCaseOf(texts: string[], word: string): string {
  if (texts.length === 0) return word;
  if (texts.every((text) => /^[^a-z]*[A-Z][^a-z]*$/.test(text))) return word.toUpperCase();
  return texts.every((text) => /^[A-Z]/.test(text)) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/**
 * Returns a list with the value as one of the types: ["1"] for 1 in a list of texts. A boolean gives all texts that it
 * may have been, in the letter case of the texts among `choices`. The value stays unchanged if no type fits.
 */
function writtenAs(value: Json, types: Json[], choices: Json[]): Json[] {
  if (fitsType(value, types) || value === null || typeof value === 'object') return [value];
  const texts = choices.filter((choice) => typeof choice === 'string');
  if (types.includes('string'))
    return typeof value === 'boolean' ? TEXTS_OF[`${value}`].map((word) => inCaseOf(texts, word)) : [String(value)];
  const isNumber = types.includes('number') || types.includes('integer');
  if (isNumber && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return [Number(value)];
  return types.includes('boolean') && (value === 'true' || value === 'false') ? [value === 'true'] : [value];
}

/** Reads `type: string, enum: [1, 2]` as the texts "1" and "2". Strictly, no value fits. */
function withWrittenChoices(schema: JsonObject, at: string, tell: Tell): JsonObject {
  const types = typesOf(schema);
  const { enum: choices } = schema;
  if (types.length === 0 || !Array.isArray(choices)) return schema;
  const written = [...new Set(choices.flatMap((value) => writtenAs(value, types, choices)))];
  if (written.every((value) => choices.includes(value))) return schema;
  tell(
    `${at}/enum`,
    `Choices are of another type than "${types.join('" or "')}"; they are read in its writing.`,
    'Write the choices as values of the type, for example "1" for a text.',
  );
  return { ...schema, enum: written };
}

/** Allows null in both type and enum if only one of the two allows it. An enum of null alone stays unchanged. */
function withNullChoice(schema: JsonObject, at: string, tell: Tell): JsonObject {
  const { enum: choices } = schema;
  if (!Array.isArray(choices) || choices.length === 0) return schema;
  const isListed = choices.includes(null);
  if (saysNullable(schema) && !isListed) {
    tell(
      `${at}/enum`,
      'A nullable schema has an "enum" without null, which refuses it; null is read as allowed.',
      'Add null to the "enum".',
    );
    return { ...schema, enum: [...choices, null] };
  }
  const types = typesOf(schema);
  if (!isListed || types.length === 0 || saysNullable(schema) || choices.length === 1) return schema;
  tell(
    `${at}/enum`,
    'An "enum" lists null, which the type refuses; null is read as allowed.',
    'Add "null" to the type, or in OpenAPI 3.0 "nullable": true.',
  );
  return { ...schema, type: [...types, 'null'] };
}

/**
 * Returns the schema without contradictions that generators often write: null beside an enum, a reference or
 * `allOf`, null in a part of `allOf`, and enum values of another type than the schema's. Each change is reported by
 * `tell`.
 */
export function mendChoices(schema: JsonObject, at: string, tell: Tell): JsonObject {
  const mends = [withoutNullParts, withNullBesideReference, withWrittenChoices, withNullChoice];
  return mends.reduce((mended, mend) => mend(mended, at, tell), schema);
}
