import fc from 'fast-check';
import type * as z from '#contract/schemas/zod.ts';

/** A number that `JSON.stringify` cannot write, as it stands in the text of a body; `textOfBody` takes off the marks. */
const rawNumber = (text: string): string => `\u0001number:${text}\u0001`;

/** JSON as a client may send it: with -0, 1e400 and 1.0, and lone surrogates as escapes. */
export const textOfBody = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/"\\u0001number:([^"\\]+)\\u0001"/g, '$1');

/** Times at the edges of what ISO 8601, JavaScript and calendars can say. */
export const extremeTimes = [
  '9999-12-31T23:59:59-14:00',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+14:00',
  '0001-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '1969-12-31T23:59:59.9999999Z',
  '1999-12-31T23:59:59Z',
  '2000-01-01T00:00:00Z',
  '2024-02-29T23:59:59.999999999+05:30',
  '2026-01-01T00:00:00-00:00',
  '2038-01-19T03:14:08Z',
  '2099-12-31T23:59:59Z',
];

const times = fc.oneof(
  fc.constantFrom(...extremeTimes),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
  fc.integer({ min: -60, max: 2880 }).map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString()),
);

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'plain',
    '\0',
    '\u001b[31mred',
    'a\r\nb',
    '\ud800',
    'a\udfffb',
    '\u202eright to left',
    '\ufeffmark',
    '\u2028',
    'é'.normalize('NFD'),
    '👩‍👩‍👧‍👧',
    '<script>alert(1)</script>',
    '{{x}}',
    '${x}',
    '../../etc/passwd',
    "'; DROP TABLE x; --",
    '__proto__',
    'constructor',
    'null',
    '*'.repeat(40),
    '%00',
    'x'.repeat(200),
    '𝒳'.repeat(100),
    'x'.repeat(4000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 2 ** 53, 0.5, 1e21, 1.5e300, 5e-324),
  fc.constantFrom('-0', '1e400', '-1e400', '1.0', '1E2').map(rawNumber),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const anyJson = fc.oneof(
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 30 },
  { arbitrary: texts, weight: 20 },
  { arbitrary: fc.integer(), weight: 10 },
  { arbitrary: numbers, weight: 1 },
);

type Schema = z.core.$ZodType;
type Check = { check: string; pattern?: RegExp; maximum?: number; minimum?: number; value?: number };
type Def = {
  type: string;
  format?: string;
  checks?: { _zod: { def: Check } }[];
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  options?: Schema[];
  entries?: Record<string, unknown>;
  values?: unknown[];
  keyType?: Schema;
  valueType?: Schema;
  in?: Schema;
  getter?: () => Schema;
};
const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${length}}$`));
const guids = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-'));

const checkOf = ({ checks = [] }: Def, name: string): Check | undefined =>
  checks.map(({ _zod }) => _zod.def).find(({ check }) => check === name);

/** Numbers that fit most of the time, at both ends of their range, and now and then one that does not. */
const numbersOf = (def: Def): fc.Arbitrary<unknown> => {
  const [least, most] = def.format === 'int32' ? [-(2 ** 31), 2 ** 31 - 1] : [-(2 ** 53) + 1, 2 ** 53 - 1];
  const min = checkOf(def, 'greater_than')?.value ?? least;
  const max = checkOf(def, 'less_than')?.value ?? most;
  const edges = fc.constantFrom(min, max, ...[0, 1].filter((value) => value >= min && value <= max));
  const fitting = fc.oneof(edges, fc.integer({ min, max }), ...(min <= 0 ? [fc.constant(rawNumber('-0'))] : []));
  return fc.oneof({ arbitrary: fitting, weight: 400 }, { arbitrary: numbers, weight: 1 });
};

/** Texts that fit the schema's patterns most of the time, and reach for the edges of its lengths. */
const textsOf = (def: Def): fc.Arbitrary<unknown> => {
  const { format, checks = [] } = def;
  if (format === 'datetime') return times;
  if (format === 'guid') return guids;
  const defs = checks.map(({ _zod }) => _zod.def);
  const longest = checkOf(def, 'max_length')?.maximum;
  const patterns = defs.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
  const [pattern] = patterns.filter(({ source }) => source !== '\\S');
  const long = longest === undefined ? [] : [fc.constantFrom('x'.repeat(longest), `${'é'.repeat(longest)}`)];
  if (pattern === undefined) return fc.oneof(texts, ...long);
  return fc.oneof({ arbitrary: fc.stringMatching(pattern), weight: 4 }, texts);
};

/**
 * Bodies that the schema may take, at the edges of what it takes; some it refuses. `examples` replace what cannot be made up, by the name of
 * the field.
 */
export const extremesOf = (schema: Schema, made: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<unknown> => {
  const of = (inner: Schema | undefined): fc.Arbitrary<unknown> => extremesOf(inner!, made);
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return textsOf(def);
    case 'number':
      return numbersOf(def);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!));
    case 'literal':
      return fc.constantFrom(...def.values!);
    case 'nullable':
      return fc.option(of(def.innerType), { freq: 4 });
    case 'optional':
    case 'default':
    case 'readonly':
      return of(def.innerType);
    case 'array':
      return fc.array(of(def.element), { minLength: checkOf(def, 'min_length')?.minimum ?? 0, maxLength: 4 });
    case 'record':
      return fc.dictionary(of(def.keyType) as fc.Arbitrary<string>, of(def.valueType), { maxKeys: 4 });
    case 'union':
      return fc.oneof(...def.options!.map(of));
    case 'pipe':
      return of(def.in);
    case 'lazy':
    case 'unknown':
    case 'any':
      return anyJson;
    case 'object':
      return objectsOf(def.shape!, made);
    default:
      throw new Error(`No values for a schema of the kind ${def.type}`);
  }
};

const mayBeLeftOut = (schema: Schema): boolean => schema._zod.optin === 'optional';

const objectsOf = (shape: Record<string, Schema>, made: Record<string, fc.Arbitrary<unknown>>) => {
  const fields = Object.entries(shape).map(([name, schema]) => [name, made[name] ?? extremesOf(schema, made)] as const);
  const requiredKeys = Object.keys(shape).filter((name) => !mayBeLeftOut(shape[name]!));
  return fc.record(Object.fromEntries(fields), { requiredKeys });
};
