import { validationError } from './service-error.ts';

/** A number of DynamoDB, exact: `digits` × 10^`exponent`. The digits end in no zero; 0 has exponent 0. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const mostDigits = 38;
/** Exponents of the first digit: 1E-130 to 9.99…E+125. */
const magnitudes = { smallest: -130, largest: 125 };

/** `text` as DynamoDB takes it: `-0.5`, `1e21`, `.5`. Throws ValidationException outside of 38 digits or of the range. */
export function parseDecimal(text: string): Decimal {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i.exec(text);
  const [, sign = '', whole = '', fraction = '', power = '0'] = found ?? [];
  if (found === null || whole + fraction === '') {
    throw validationError(`The parameter cannot be converted to a numeric value: ${text}`);
  }
  const all = whole + fraction;
  const significant = all.replace(/0+$/, '');
  const digits = BigInt(`${significant === '' ? '0' : significant}`);
  if (digits === 0n) return { digits, exponent: 0 };
  const exponent = Number(power) - fraction.length + (all.length - significant.length);
  return inRange({ digits: sign === '-' ? -digits : digits, exponent });
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const exponent = Math.min(one.exponent, other.exponent);
  return trimmed(shifted(one, exponent) + shifted(other, exponent), exponent);
}

/** Negative, 0 or positive, as a sort wants it. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const exponent = Math.min(one.exponent, other.exponent);
  const difference = shifted(one, exponent) - shifted(other, exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Without exponent: equal numbers have equal text. */
export function formatDecimal({ digits, exponent }: Decimal): string {
  const [sign, all] = digits < 0n ? ['-', String(-digits)] : ['', String(digits)];
  if (exponent >= 0) return sign + all + '0'.repeat(exponent);
  const padded = all.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

function shifted({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

function trimmed(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const zeros = text.length - text.replace(/0+$/, '').length;
  return inRange({ digits: digits / 10n ** BigInt(zeros), exponent: exponent + zeros });
}

function inRange(decimal: Decimal): Decimal {
  const count = String(decimal.digits < 0n ? -decimal.digits : decimal.digits).length;
  const magnitude = decimal.exponent + count - 1;
  if (count > mostDigits) throw validationError(`Attempting to store more than ${mostDigits} significant digits`);
  if (magnitude > magnitudes.largest) throw validationError('Number overflow: its magnitude is too large');
  if (magnitude < magnitudes.smallest) throw validationError('Number underflow: its magnitude is too small');
  return decimal;
}
