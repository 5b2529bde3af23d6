import type { Json, Template } from '#verifier/plan/plan.ts';

import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Chosen, Turn } from '../model/choice.ts';
import { uniqueFor } from '../text/unique-for.ts';
import { isIdentity } from '../../vocabulary/identifiers.ts';

/**
 * Values to renew. `isTaken` is true for a unique value that this journey used before. `noun` is that of the items
 * that get a new value.
 */
export type TakenValues = { isTaken: (template: Template) => boolean; noun: string };

/**
 * Returns new values for sent texts without a format, whole numbers and days, by JSON Pointer. Names in several
 * languages and taken unique values are renewed, too. A second item is created with them after a 409: room numbers,
 * time slots and names may have to be unique. `within` is the pointer of the object around `fields`.
 */
export function renewedValues(
  schemas: SchemaStore,
  { fields, template: whole }: Pick<Chosen, 'fields' | 'template'>,
  within: string,
  turn: Turn,
  { isTaken, noun }: TakenValues,
): Record<string, Template> {
  const found = fields.flatMap(({ pointer, name, schema, template }) => {
    if ('unique' in template) {
      const other = isTaken(template) ? calledAfter(noun, template) : undefined;
      return other ? [[within + pointer, other] as const] : [];
    }
    const value = 'literal' in template ? template.literal : undefined;
    const flat = schemas.flatten(schema);
    if (isDay(value, flat)) return [[within + pointer, laterDay(value, turn)] as const];
    const isText = typeof value === 'string' && flat.rest['format'] === undefined;
    if (!isText && !(Number.isInteger(value) && isNumber(flat))) return [];
    const renewed = uniqueFor(schemas, flat, name, isText ? value : undefined, turn);
    return renewed ? [[within + pointer, renewed] as const] : [];
  });
  const names = Object.entries('object' in whole ? whole.object : {}).flatMap(([name, value]) => {
    const renewed = isIdentity(name) ? inEachLanguage(schemas, value, name, turn) : undefined;
    return renewed ? [[within + pointerToken(name), renewed] as const] : [];
  });
  return Object.fromEntries([...found, ...names]);
}

/**
 * Returns a new value for a name in several languages: `{"en": …, "de": …}`. Undefined unless the value
 * is an object of texts.
 */
function inEachLanguage(schemas: SchemaStore, value: Template, name: string, turn: Turn): Template | undefined {
  const held = 'literal' in value ? value.literal : undefined;
  if (held === null || typeof held !== 'object' || Array.isArray(held)) return undefined;
  const texts = Object.entries(held).map(([language, text]) => {
    const renewed =
      typeof text === 'string' && uniqueFor(schemas, schemas.flatten({ type: 'string' }), name, text, turn);
    return [language, renewed] as const;
  });
  const isEach = texts.length > 0 && texts.every((one): one is readonly [string, Template] => Boolean(one[1]));
  return isEach ? { object: Object.fromEntries(texts) } : undefined;
}

/**
 * Returns a unique text whose stem begins with the noun. It is no longer than the one before, so that it fits the same
 * schema. Undefined for unique values other than texts, and if the noun changes nothing.
 */
function calledAfter(noun: string, { unique }: Extract<Template, { unique: unknown }>): Template | undefined {
  if (unique.charset !== 'text' && unique.charset !== 'alphanumeric') return undefined;
  const letters = noun.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const stem = `${letters}${unique.stem.replaceAll('-', '')}`.slice(0, unique.stem.length);
  return letters === '' || stem === unique.stem ? undefined : { unique: { ...unique, stem } };
}

function isDay(value: Json | undefined, { rest }: FlatSchema): value is string {
  return typeof value === 'string' && /^date(-time)?$/.test(String(rest['format'])) && /^\d{4}-\d\d-\d\d/.test(value);
}

/** Days are moved by 1 to 2,100, in a range of 700 for each turn: two journeys hardly ever get the same. */
const MOST_DAYS = 700;

function laterDay(stem: string, turn: Turn): Template {
  const minimum = turn * MOST_DAYS + 1;
  return { unique: { stem, maxLength: stem.length, charset: 'days', minimum, maximum: minimum + MOST_DAYS - 1 } };
}
