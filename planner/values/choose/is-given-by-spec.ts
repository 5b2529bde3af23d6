import type { Json } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { isObject } from '../../intake/json/json-object.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { isExpiry } from '../../vocabulary/times.ts';

/** The year from which on placeholders are. */
const STILL_TO_COME = '2030';

/** True if the spec gives a value. For an object it must be an object and not a text. */
export function isGivenBySpec(flat: FlatSchema, nearby: Json[]): boolean {
  const { const: constant, examples, enum: members, default: usual } = flat.rest;
  const given = [...nearby, constant, examples, members, usual].filter((source) => source !== undefined);
  return flat.types[0] === 'object' ? given.flat().some(isObject) : given.length > 0;
}

/** How many texts the spec gives. */
export function givenTextCount(flat: FlatSchema, nearby: Json[]): number {
  const { examples, default: usual } = flat.rest;
  return new Set([...(Array.isArray(examples) ? examples : []), ...nearby, ...(usual === undefined ? [] : [usual])])
    .size;
}

/**
 * Days and instants that are documented once for fields of any name (`LocalDate`): the example shows how one is
 * written, not which is right here.
 */
export function isOfFormatOnly(name: string, { names, rest: { format } }: FlatSchema): boolean {
  return (format === 'date' || format === 'date-time') && names.length > 0 && !names.some((one) => sameName(one, name));
}

/** An example of a day gets old: what is over already is refused, or gone at once. */
export function isPastExample(name: string, { rest: { format } }: FlatSchema, value: Json): boolean {
  const isDay = typeof value === 'string' && (format === 'date' || format === 'date-time');
  return isDay && value < STILL_TO_COME && isExpiry(name);
}
