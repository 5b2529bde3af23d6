import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { decimalsOf } from '../numbers-and-ranges/decimals-of.ts';
import { isMeasure, isProseLike, isUpperEnd } from '../../vocabulary/field-names.ts';
import { rangeEnd } from '../../vocabulary/range-names.ts';
import { isPast, knownTexts } from '../../vocabulary/known-texts.ts';
import { textForPattern } from './text-for-pattern.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { isLifetime, isOfCopies, isTimeLike } from '../../vocabulary/times.ts';
import { rooms } from '../../vocabulary/values/sent-words.ts';

/**
 * Placeholders by format, for the first write and for a later one. Servers usually return them unchanged: names are in
 * lower case, times in UTC and without a fraction of a second.
 */
const BY_FORMAT: Record<string, [string, string]> = {
  'date-time': ['2030-01-15T09:30:00Z', '2031-02-16T10:45:00Z'],
  date: ['2030-01-15', '2031-02-16'],
  time: ['09:30:00Z', '10:45:00Z'],
  duration: ['PT1H', 'PT2H'],
  email: ['sample@example.com', 'changed@example.com'],
  'idn-email': ['sample@example.com', 'changed@example.com'],
  uri: ['https://example.com/sample', 'https://example.com/changed'],
  url: ['https://example.com/sample', 'https://example.com/changed'],
  'uri-reference': ['/sample', '/changed'],
  hostname: ['sample.example.com', 'changed.example.com'],
  ipv4: ['192.0.2.1', '192.0.2.2'],
  ipv6: ['2001:db8::1', '2001:db8::2'],
  uuid: ['6f1d1f0e-8a4e-4c55-9c7b-0f2f5b8d1a01', '6f1d1f0e-8a4e-4c55-9c7b-0f2f5b8d1a02'],
  byte: ['c2FtcGxl', 'Y2hhbmdlZA=='],
  // JSON numbers cannot hold all 64-bit numbers: some generated specs send them as texts.
  int64: ['1', '2'],
  uint64: ['1', '2'],
  int32: ['1', '2'],
  bigint: ['1', '2'],
  // Money has two decimals: a server that rounds to two keeps the value.
  decimal: ['1.50', '2.50'],
  bigdecimal: ['1.50', '2.50'],
  number: ['1.50', '2.50'],
  double: ['1.50', '2.50'],
  float: ['1.50', '2.50'],
};

/** Placeholders for the ends of a range. Each lower value is before each upper one, so that any two fit together. */
const RANGE_BY_FORMAT: Record<'lower' | 'upper', Record<string, [string, string]>> = {
  lower: {
    'date-time': ['2030-01-15T09:30:00Z', '2030-01-15T09:00:00Z'],
    date: ['2030-01-15', '2030-01-14'],
    time: ['09:30:00Z', '09:00:00Z'],
  },
  upper: {
    'date-time': ['2030-01-15T10:30:00Z', '2030-01-15T11:00:00Z'],
    date: ['2030-01-17', '2030-01-18'],
    time: ['10:30:00Z', '11:00:00Z'],
  },
};

/** Placeholders for deadlines and expiry times, later than all others. */
const END_BY_FORMAT: Record<string, [string, string]> = {
  'date-time': ['2032-03-17T11:15:00Z', '2033-04-18T12:30:00Z'],
  date: ['2032-03-17', '2033-04-18'],
  time: ['17:15:00Z', '18:30:00Z'],
};

/** Placeholders for days in the past, such as a date of birth. */
const PAST_BY_FORMAT: Record<string, [string, string]> = {
  'date-time': ['1990-05-17T09:30:00Z', '1991-06-18T10:45:00Z'],
  date: ['1990-05-17', '1991-06-18'],
};

function formatsFor(name: string): Record<string, [string, string]> {
  if (isPast(name)) return { ...BY_FORMAT, ...PAST_BY_FORMAT };
  const end = rangeEnd(name);
  if (end) return { ...BY_FORMAT, ...RANGE_BY_FORMAT[end] };
  return isUpperEnd(name) ? { ...BY_FORMAT, ...END_BY_FORMAT } : BY_FORMAT;
}

/** Returns the placeholders of a format, or of a name that implies a format; [] for others. */
function known(name: string, format: unknown): string[] {
  const formats = formatsFor(name);
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format] ?? [];
  const texts = [...(typeof format === 'string' ? knownTexts(format) : []), ...knownTexts(name)];
  const [first] = texts;
  const dates = first?.[0] === BY_FORMAT['date']?.[0] ? formats['date'] : undefined;
  return dates ?? texts.flat();
}

function numberAt(flat: FlatSchema, key: string): number | undefined {
  const value = flat.rest[key];
  return typeof value === 'number' ? value : undefined;
}

/**
 * Returns the usual value of a quantity with a range of its own: 30 for `age`, 2030 for `year` (1990 if it is past), 50
 * for a capacity, 3,600 for a lifetime. Undefined for others.
 */
function usualNumber(name: string): number | undefined {
  const last = wordsOf(name).at(-1);
  if (last === 'year') return isPast(name) ? 1990 : 2030;
  if (rooms.has(last ?? '')) return 50;
  if (isLifetime(name) || (isOfCopies(name) && isTimeLike(name))) return 3_600;
  return last === 'age' ? 30 : undefined;
}

/**
 * True if a member of type `number` is sent as a whole number: neither name nor keywords suggest fractions, and two
 * whole numbers fit.
 */
function isWhole(name: string, flat: FlatSchema): boolean {
  const { format } = flat.rest;
  const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'].map((key) =>
    numberAt(flat, key),
  );
  const [least = -Infinity, most = Infinity] = [bounds[0] ?? bounds[1], bounds[2] ?? bounds[3]];
  return (
    format === undefined &&
    !isMeasure(name) &&
    bounds.every((bound) => Number.isInteger(bound ?? 0)) &&
    numbers(name, flat, true).filter((value) => value >= least && value <= most).length > 1
  );
}

function numbers(name: string, flat: FlatSchema, whole: boolean): number[] {
  const step = numberAt(flat, 'multipleOf') ?? (whole ? 1 : 0.25);
  const least = numberAt(flat, 'minimum') ?? numberAt(flat, 'exclusiveMinimum');
  const most = numberAt(flat, 'maximum') ?? numberAt(flat, 'exclusiveMaximum');
  const usual = usualNumber(name) ?? (whole ? 1 : 1.25) + (isUpperEnd(name) ? 10 : 0);
  const low =
    least !== undefined && usual < least ? least : most !== undefined && usual > most ? most - 3 * step : usual;
  const start = Math.ceil(low / step) * step;
  return [0, 1, 2, 3].map((count) => Number((start + count * step).toFixed(6)));
}

/** Returns one text that is neither the first nor the second placeholder of this name: ["further-title"]. */
export function furtherTexts(name: string): string[] {
  return [['further', ...wordsOf(name)].join('-')];
}

/** Letters beyond ASCII show faulty encodings. The text is short, because lists may cut long texts. */
export const UNICODE_PROSE = 'für Zoë';

/** True for a text of sentences (`description`) that has neither format nor pattern. */
export function isFreeProse(name: string, { rest: { format, pattern } }: FlatSchema): boolean {
  return isProseLike(name) && pattern === undefined && format === undefined;
}

/** The most characters of a placeholder. A schema that requires more gets none. */
const MOST_LETTERS = 10_000;

function fitLength(text: string, flat: FlatSchema): string {
  const least = Math.min(numberAt(flat, 'minLength') ?? 0, MOST_LETTERS);
  const most = numberAt(flat, 'maxLength') ?? Infinity;
  return (text.length < least ? text.padEnd(least, 'x') : text).slice(0, most).replace(/[- ]$/, 'x');
}

/** Returns placeholders for a text pattern of numbers: ["1.50", "2.50"]. Empty for other patterns. */
function decimals({ rest }: FlatSchema): string[] {
  const places = decimalsOf(rest['pattern']);
  return places === undefined ? [] : [1.5, 2.5].map((value) => value.toFixed(places));
}

function texts(name: string, flat: FlatSchema): string[] {
  const { format, pattern, contentEncoding } = flat.rest;
  if (format === 'binary') return [];
  const encoded = contentEncoding === 'base64' ? BY_FORMAT['byte'] : undefined;
  const [first = '', next = ''] = ['sample', 'changed'].map((word) => [word, ...wordsOf(name)].join('-'));
  const plain = [isFreeProse(name, flat) ? `${first} ${UNICODE_PROSE}` : first, next].map((text) =>
    fitLength(text, flat),
  );
  const made =
    typeof pattern === 'string'
      ? [0, 1].map((variant) => textForPattern(pattern, variant, numberAt(flat, 'minLength')))
      : [];
  const usual = [...known(name, format), ...decimals(flat)];
  return [
    ...usual,
    ...(usual.length > 0 && format !== undefined ? [] : (encoded ?? plain)),
    ...made.filter((text) => text !== undefined),
  ];
}

/**
 * Returns placeholders for a scalar, the preferred first; [] for objects and arrays. They may break the schema: the
 * caller keeps those that fit.
 */
export function placeholders(name: string, flat: FlatSchema): (string | number | boolean)[] {
  // The branches of a `oneOf` have their own placeholders.
  if (flat.types.length === 0 && flat.alternatives.length > 0) return [];
  const [type = 'string'] = flat.types;
  if (type === 'boolean') return [true, false];
  if (isNumber(flat)) return numbers(name, flat, type === 'integer' || isWhole(name, flat));
  return type === 'string' ? texts(name, flat) : [];
}
