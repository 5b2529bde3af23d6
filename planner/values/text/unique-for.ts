import type { Template } from '#verifier/plan/plan.ts';
import type { UniqueValue } from '#verifier/plan/unique-value.ts';

import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Turn } from '../model/choice.ts';
import { fits } from '../../intake/schema/fits.ts';
import { knownTexts } from '../../vocabulary/known-texts.ts';
import { isFreeProse, UNICODE_PROSE } from './placeholders.ts';
import { lettersForPattern, textForPattern } from './text-for-pattern.ts';
import { lastWordOf, wordsOf } from '../../vocabulary/words-of.ts';

/** Stands for the eight characters that a run puts into a unique text, when a schema is checked. */
const SAMPLE_NONCE = 'k3x9q2m7';
const SAMPLE_DIGITS = '482019375';
/** Beginnings of the first, second and third value. */
const TURNS = ['', 'changed-', 'further-'] as const;
const ROOM = 120;
const LARGEST = 2_000_000_000;

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
}

function sample(value: UniqueValue): string {
  const nonce = value.charset === 'digits' ? SAMPLE_DIGITS : SAMPLE_NONCE;
  const separator = value.charset === 'text' ? '-' : '';
  return `${value.prefix ?? ''}${value.stem}${separator}${nonce}${value.suffix ?? ''}`;
}

type Shape = Pick<UniqueValue, 'stem' | 'charset' | 'prefix' | 'suffix'>;

function shapes(stem: string, flat: FlatSchema, example: string, turn: Turn, isPlain: boolean): Shape[] {
  const plain = stem.replaceAll('-', '');
  switch (flat.rest['format']) {
    case 'email':
    case 'idn-email':
      return [{ stem, charset: 'text', suffix: '@example.com' }];
    case 'uri':
    case 'url':
      return [{ stem, charset: 'text', prefix: 'https://example.com/' }];
    case 'hostname':
      return [{ stem, charset: 'text', suffix: '.example.com' }];
    default:
      // A value whose example is a URL or an e-mail address is one as well.
      if (/^https?:\/\/\S+$/i.test(example)) return [{ stem, charset: 'text', prefix: 'https://example.com/' }];
      if (/^[^\s@]+@[^\s@]+\.[a-z]+$/i.test(example)) return [{ stem, charset: 'text', suffix: '@example.com' }];
      // A domain or file name keeps what follows the first dot.
      const [, label, rest] = /^([\w-]+)((?:\.[\w-]+)*\.[a-z]{2,}\.?)$/i.exec(example) ?? [];
      if (label !== undefined && rest !== undefined)
        return [{ stem: TURNS[turn] + slug(label), charset: 'text', suffix: rest }];
      const texts: Shape[] = [
        { stem, charset: 'text' },
        { stem: plain, charset: 'alphanumeric' },
      ];
      return [...(isPlain ? texts.toReversed() : texts), { stem: String(turn + 1), charset: 'digits' }];
  }
}

/**
 * Returns an integer that should differ in each run, within the schema's bounds. Undefined if the bounds are less than
 * 1,000 apart, or for a `multipleOf` other than 1.
 */
function uniqueInteger(flat: FlatSchema, stem: string): Template | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = flat.rest;
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1;
  const most =
    typeof maximum === 'number' ? maximum : typeof exclusiveMaximum === 'number' ? exclusiveMaximum - 1 : LARGEST;
  if (multipleOf !== undefined && multipleOf !== 1) return undefined;
  if (most - least < 1_000) return undefined;
  const low = Math.ceil(Math.max(least, Math.min(1_000_000, most - 1_000)));
  return { unique: { stem, maxLength: 16, charset: 'integer', minimum: low, maximum: Math.floor(most) } };
}

const known = new WeakMap<FlatSchema, Map<string, Template | undefined>>();

/**
 * Returns a value that should differ in each run and journey, and fit the schema. A text is usually built from the
 * example, or from the member's name: "sample-title-k3x9q2m7". With `isPlain`, it has only letters and digits, if they
 * fit. Undefined if no such value is found. Cached: requests that send the member get the same template.
 */
export function uniqueFor(
  schemas: SchemaStore,
  flat: FlatSchema,
  name: string,
  example: string | undefined,
  turn: Turn,
  isPlain = false,
): Template | undefined {
  const ofSchema = known.get(flat) ?? new Map<string, Template | undefined>();
  known.set(flat, ofSchema);
  const key = JSON.stringify([name, example, turn, isPlain]);
  if (!ofSchema.has(key)) ofSchema.set(key, findUnique(schemas, flat, name, example, turn, isPlain));
  return ofSchema.get(key);
}

function findUnique(
  ...[schemas, flat, name, example, turn, isPlain]: Required<Parameters<typeof uniqueFor>>
): Template | undefined {
  const { enum: members, const: constant, format, maxLength } = flat.rest;
  if (members !== undefined || constant !== undefined) return undefined;
  const base = slug(example?.replace(/@.*$/, '') ?? '') || ['sample', ...wordsOf(name)].join('-');
  const stem = TURNS[turn] + base;
  const [type = 'string'] = flat.types;
  if (isNumber(flat)) return uniqueInteger(flat, stem);
  if (type !== 'string') return undefined;
  if (format === 'uuid' || (isUuid(example ?? '') && admitsUuid(schemas, flat)) || isOpenId(flat, name, example))
    return { unique: { stem, maxLength: 36, charset: 'uuid' } };
  if (format === 'int64' || format === 'uint64')
    return { unique: { stem: '', maxLength: 10, charset: 'digits', prefix: String(turn + 1) } };
  const limit = typeof maxLength === 'number' ? maxLength : ROOM;
  const isProse = !isPlain && turn === 0 && example === undefined && isFreeProse(name, flat);
  const prose = isProse ? [{ stem, charset: 'text' as const, suffix: ` ${UNICODE_PROSE}` }] : [];
  const all = [...prose, ...shapes(stem, flat, example ?? knownTexts(name)[0]?.[0] ?? '', turn, isPlain)];
  for (const one of whole(flat)) {
    const found =
      uniqueOfShape(schemas, one, all, turn, limit) ??
      uniqueDigits(schemas, one, example, turn) ??
      uniquePlaces(schemas, one, stem, turn);
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns the schema with its pattern anchored to the whole text, as many validators read it, then the schema as it is.
 * A pattern with an anchor (`^[^@]{1,64}@`) stays as it is.
 */
function whole(flat: FlatSchema): FlatSchema[] {
  const { pattern } = flat.rest;
  if (typeof pattern !== 'string' || /^\^|\$$/.test(pattern)) return [flat];
  return [{ ...flat, rest: { ...flat.rest, pattern: `^(?:${pattern})$` } }, flat];
}

function uniqueOfShape(
  schemas: SchemaStore,
  flat: FlatSchema,
  all: Shape[],
  turn: Turn,
  limit: number,
): Template | undefined {
  for (const shape of all) {
    const fixed = sample({ ...shape, stem: '', maxLength: limit }).length;
    const short = shape.stem.slice(0, Math.max(0, limit - fixed)).replace(/-$/, '');
    if (short === '' && turn > 0) continue;
    const text = sample({ ...shape, stem: short, maxLength: limit });
    const candidate = { ...shape, stem: short, maxLength: limit };
    if (text.length <= limit && fits(schemas, { allOf: [asSchema(flat)] }, text)) return { unique: candidate };
  }
  return undefined;
}

/** The fewest digits of a unique number. The first of them depends on the turn, the others on the run. */
const FEWEST_DIGITS = 5;
const MOST_DIGITS = 10;
const SAMPLES = ['0000000000', '4820193756', '9999999999'];

/** True if a text is a UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SAMPLE_UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

function admitsUuid(schemas: SchemaStore, flat: FlatSchema): boolean {
  return fits(schemas, { allOf: [asSchema(flat)] }, SAMPLE_UUID);
}

/**
 * True for an id without example, format and limits. Its value is a UUID, which a server usually accepts, whether it
 * parses ids or not.
 */
function isOpenId({ rest }: FlatSchema, name: string, example: string | undefined): boolean {
  const isFree = ['format', 'pattern', 'minLength', 'maxLength'].every((key) => rest[key] === undefined);
  return isFree && example === undefined && /^(id|uuid|guid|uid)$/.test(lastWordOf(name));
}

/**
 * Returns a unique text for a pattern: the last digits of the example or of a matching text differ in each run.
 * Undefined if the pattern allows fewer than five digits there.
 */
function uniqueDigits(
  schemas: SchemaStore,
  flat: FlatSchema,
  example: string | undefined,
  turn: Turn,
): Template | undefined {
  const { pattern, minLength } = flat.rest;
  if (typeof pattern !== 'string') return undefined;
  const text = example ?? textForPattern(pattern, 0, typeof minLength === 'number' ? minLength : 0);
  const [, before, after] = /^(.*?)\d+(\D*)$/s.exec(text ?? '') ?? [];
  if (before === undefined || after === undefined) return undefined;
  const prefix = `${before}${turn + 1}`;
  for (let digits = MOST_DIGITS; digits >= FEWEST_DIGITS; digits -= 1) {
    const fitsAll = SAMPLES.every((sampled) =>
      fits(schemas, { allOf: [asSchema(flat)] }, prefix + sampled.slice(1, digits) + after),
    );
    const maxLength = prefix.length + digits - 1 + after.length;
    if (fitsAll) return { unique: { stem: '', charset: 'digits', prefix, suffix: after, maxLength } };
  }
  return undefined;
}

/** The fewest different texts for parallel journeys. */
const FEWEST_TEXTS = 10_000;

/** With so many different texts, the same one is hardly ever drawn twice. */
const MANY_TEXTS = 50_000;
/** The length to try if the pattern leaves it open and short texts are too few. */
const LONG = 12;

/**
 * Returns a unique text for a pattern without a long run of digits (`AB-1234`): letters and digits that it allows at
 * each place. One character depends on the turn. Undefined if too few texts match.
 */
function uniquePlaces(schemas: SchemaStore, flat: FlatSchema, stem: string, turn: Turn): Template | undefined {
  const { minLength } = flat.rest;
  const usual = typeof minLength === 'number' ? minLength : 0;
  const ofLength = (length: number, fewest: number) => placesOfLength(schemas, flat, stem, turn, { length, fewest });
  const long = typeof flat.rest['maxLength'] === 'number' ? Math.min(LONG, flat.rest['maxLength']) : LONG;
  return ofLength(usual, MANY_TEXTS) ?? ofLength(long, MANY_TEXTS) ?? ofLength(usual, FEWEST_TEXTS);
}

function placesOfLength(
  schemas: SchemaStore,
  flat: FlatSchema,
  stem: string,
  turn: Turn,
  { length, fewest }: { length: number; fewest: number },
): Template | undefined {
  const { pattern } = flat.rest;
  if (typeof pattern !== 'string') return undefined;
  const all = lettersForPattern(pattern, length) ?? [];
  const first = all.findIndex((letters) => letters.length >= TURNS.length);
  const letters = all.map((some, at) =>
    at === first ? [...some].filter((_, index) => index % TURNS.length === turn).join('') : some,
  );
  const texts = letters.reduce((product, some) => product * some.length, 1);
  const ends = [0, -1].map((end) => letters.map((some) => some.at(end)).join(''));
  if (texts < fewest || !ends.every((text) => fits(schemas, { allOf: [asSchema(flat)] }, text))) return undefined;
  return { unique: { stem, maxLength: letters.length, charset: 'places', letters } };
}

function asSchema(flat: FlatSchema) {
  const { examples: _examples, default: _default, ...rest } = flat.rest;
  return { ...rest, type: flat.types[0] ?? 'string' };
}
