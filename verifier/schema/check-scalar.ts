import type { Json } from '../plan/plan.ts';
import { fitsFormat } from './formats.ts';
import { fail, isMatched, spend, type At, type Run } from './validation.ts';

type Schema = { [key: string]: Json };
type ScalarCheck<T> = (value: T, at: At, run: Run) => boolean;

/** By keyword: a test that is true if a number breaks the bound, and the words of the message. */
const BOUNDS: [string, (value: number, bound: number) => boolean, string][] = [
  ['minimum', (value, bound) => value < bound, 'is less than'],
  ['maximum', (value, bound) => value > bound, 'is greater than'],
  ['exclusiveMinimum', (value, bound) => value <= bound, 'is less than or equal to'],
  ['exclusiveMaximum', (value, bound) => value >= bound, 'is greater than or equal to'],
  ['multipleOf', (value, divisor) => !isMultipleOf(value, divisor), 'is not a multiple of'],
];

/** The check of a schema's number keywords. Undefined if it has none. */
export function numberCheck(schema: Schema): ScalarCheck<number> | undefined {
  const bounds = BOUNDS.flatMap(([keyword, isBroken, words]) => {
    const bound = schema[keyword];
    return typeof bound === 'number' ? [{ keyword, isBroken, words, bound }] : [];
  });
  if (bounds.length === 0) return undefined;
  return (value, at, run) => {
    let valid = true;
    for (const { keyword, isBroken, words, bound } of bounds)
      if (isBroken(value, bound)) valid = fail(run, at, keyword, `${value} ${words} ${bound}.`);
    return valid;
  };
}

/**
 * True if `value` is a multiple of `divisor`, computed in decimals: 0.3 is a multiple of 0.1. False unless `divisor` is
 * positive.
 */
function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value) || !(divisor > 0)) return false;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [[digits, exponent], [ofDivisor, other]] = [decimalOf(value), decimalOf(divisor)];
  const shift = exponent - other;
  return shift >= 0
    ? (digits * 10n ** BigInt(shift)) % ofDivisor === 0n
    : digits % (ofDivisor * 10n ** BigInt(-shift)) === 0n;
}

/**
 * The absolute value of a number as integer digits and exponent. A double has at most 324 decimal places, so the
 * integers stay small.
 */
function decimalOf(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** The check of a schema's string keywords. Undefined if it has none. */
export function textCheck(schema: Schema): ScalarCheck<string> | undefined {
  const { minLength, maxLength, pattern, format } = schema;
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  const measures = least > 0 || most < Number.POSITIVE_INFINITY;
  if (!measures && typeof pattern !== 'string' && typeof format !== 'string') return undefined;
  return (value, at, run) => {
    let valid = true;
    if (measures) {
      const length = codePoints(value, run);
      if (length < least) valid = fail(run, at, 'minLength', `String is too short (${length} < ${least}).`);
      if (length > most) valid = fail(run, at, 'maxLength', `String is too long (${length} > ${most}).`);
    }
    if (typeof pattern === 'string' && isMatched(run, pattern, value) === false)
      valid = fail(run, at, 'pattern', 'String does not match pattern.');
    if (typeof format === 'string') {
      spend(run, value.length >> 3);
      if (!fitsFormat(format, value))
        valid = fail(run, at, 'format', `String does not match format "${format.slice(0, 100)}".`);
    }
    return valid;
  };
}

function codePoints(text: string, run: Run): number {
  spend(run, text.length >> 3);
  let length = 0;
  // A surrogate pair is one character.
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) length += 1;
  return length;
}
