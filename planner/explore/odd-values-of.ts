import type { Json } from '#verifier/plan/plan.ts';
import { createValidator } from '#verifier/schema/validate.ts';
import type { FlatSchema } from '../intake/schema/flat-schema.ts';

/** A value to send, and whether its schema allows it. */
export type OddValue = { value: Json; kind: 'valid' | 'malformed' };

/** Texts that code often mishandles, such as an empty one, a null byte, emoji, injected code and great length. */
const TEXTS = ['', '\u0000', '😀\u202Eé', `a'"<b>&\\;--%s`, ' ', 'x'.repeat(10_000), 'null', '0', 'line\nbreak'];
const NUMBERS = [0, -1, 1, 2_147_483_648, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0.1, 1e308];
/** The first and the last day that many programs know, and a leap day. */
const DATES = ['0001-01-01', '9999-12-31', '2024-02-29'];
const OTHERS: Json[] = [null, [], {}, true, 12, 'text'];
const MOST = { valid: 8, malformed: 3 };
const SCALARS = ['string', 'integer', 'number', 'boolean'];

/**
 * Returns up to 8 valid and 3 malformed odd values for a place with this schema. Empty for a schema with alternatives,
 * several types or no scalar type.
 */
export function oddValuesOf(schema: FlatSchema): OddValue[] {
  const { types, nullable, alternatives, rest } = schema;
  if (alternatives.length > 0 || types.length !== 1 || !SCALARS.includes(types[0] ?? '')) return [];
  const { examples: _examples, default: _default, ...keywords } = rest;
  const check = createValidator({ odd: { ...keywords, type: nullable ? [...types, 'null'] : types } });
  const candidates = [...new Set([...edgesOf(schema), ...OTHERS])];
  const sorted = Map.groupBy(candidates, (value) => (check('odd', value).errors.length === 0 ? 'valid' : 'malformed'));
  return (['valid', 'malformed'] as const).flatMap((kind) =>
    (sorted.get(kind) ?? []).slice(0, MOST[kind]).map((value) => ({ value, kind })),
  );
}

function edgesOf({ types, nullable, rest }: FlatSchema): Json[] {
  const { minimum, maximum, minLength, maxLength, format } = rest;
  const nothing: Json[] = nullable ? [null] : [];
  if (types[0] === 'boolean') return [...nothing, false, true];
  if (types[0] !== 'string')
    return [...nothing, ...[minimum, maximum].filter((one) => typeof one === 'number'), ...NUMBERS];
  if (format === 'date') return [...nothing, ...DATES];
  if (format === 'date-time') return [...nothing, ...DATES.map((date) => `${date}T23:59:59Z`)];
  const lengths = [maxLength, minLength].filter((one) => typeof one === 'number' && one <= 100_000);
  return [...nothing, ...lengths.map((length) => 'y'.repeat(Number(length))), ...TEXTS];
}
