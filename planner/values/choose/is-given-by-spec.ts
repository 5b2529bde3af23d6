import type { Json } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { isObject } from '../../intake/json/json-object.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { isExpiry } from '../../vocabulary/times.ts';

/** Placeholders of days to come are in this year or later. */
const STILL_TO_COME = '2030';

/** True if the spec gives a value: const, example, enum or default. For an object, one of them must be an object. */
export function isGivenBySpec(flat: FlatSchema, nearby: Json[]): boolean {
  const { const: constant, examples, enum: members, default: usual } = flat.rest;
  const given = [...nearby, constant, examples, members, usual].filter((source) => source !== undefined);
  return flat.types[0] === 'object' ? given.flat().some(isObject) : given.length > 0;
}

/** Returns how many different values the spec gives by examples and default. */
export function givenTextCount(flat: FlatSchema, nearby: Json[]): number {
  const { examples, default: usual } = flat.rest;
  return new Set([...(Array.isArray(examples) ? examples : []), ...nearby, ...(usual === undefined ? [] : [usual])])
    .size;
}

/**
 * True for a day or instant whose schema is shared by fields of any name (`LocalDate`): its example
 * shows only the notation.
 */
export function isOfFormatOnly(name: string, { names, rest: { format } }: FlatSchema): boolean {
  return (format === 'date' || format === 'date-time') && names.length > 0 && !names.some((one) => sameName(one, name));
}

/** True for an example of an expiry before 2030: a server may refuse it or expire the item at once. */
export function isPastExample(name: string, { rest: { format } }: FlatSchema, value: Json): boolean {
  const isDay = typeof value === 'string' && (format === 'date' || format === 'date-time');
  return isDay && value < STILL_TO_COME && isExpiry(name);
}
