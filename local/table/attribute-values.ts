import { compareDecimals, formatDecimal, parseDecimal } from './decimal.ts';
import { unsupported, validationError } from './service-error.ts';

/** An attribute value as it travels: `{S: 'text'}`; binary as base64, numbers as text. */
export type WireValue = Record<string, unknown>;
export type WireItem = Record<string, WireValue>;

export const maxItemSizeBytes = 400 * 1024;
const deepestNesting = 32;

/** Attributes checked, with numbers in their one notation. Throws ValidationException; sets are unsupported. */
export function normalisedItem(given: unknown, where: string): WireItem {
  return normalisedMap(given, where, 1);
}

/** One value checked, with numbers in their one notation. */
export function normalisedValue(given: unknown, where: string, depth = 1): WireValue {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw malformed(where);
  const [[type, held] = ['', undefined], ...more] = Object.entries(given);
  if (more.length > 0) throw malformed(where);
  switch (type) {
    case 'S':
      if (typeof held !== 'string') throw malformed(where);
      return { S: held };
    case 'N':
      if (typeof held !== 'string') throw malformed(where);
      return { N: normalisedNumber(held) };
    case 'B':
      if (typeof held !== 'string') throw malformed(where);
      return { B: held };
    case 'BOOL':
      if (typeof held !== 'boolean') throw malformed(where);
      return { BOOL: held };
    case 'NULL':
      if (held !== true) throw malformed(where);
      return { NULL: true };
    case 'L':
      if (!Array.isArray(held)) throw malformed(where);
      return { L: held.map((member, at) => normalisedValue(member, `${where}[${at}]`, deeper(depth))) };
    case 'M':
      return { M: normalisedMap(held, where, deeper(depth)) };
    case 'SS':
    case 'NS':
    case 'BS':
      throw unsupported(`sets (${where})`);
    default:
      throw malformed(where);
  }
}

function normalisedMap(given: unknown, where: string, depth: number): WireItem {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw malformed(where);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, normalisedValue(value, `${where}.${name}`, depth)]),
  );
}

function normalisedNumber(text: string): string {
  // Nearly all numbers are whole and short; they are in their one notation already.
  return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? text : formatDecimal(parseDecimal(text));
}

function deeper(depth: number): number {
  if (depth >= deepestNesting) throw validationError('Nesting Levels have exceeded supported limits');
  return depth + 1;
}

function malformed(where: string) {
  return validationError(`${where} is not an attribute value with exactly one type`);
}

/** Whether two values are the same. Whole lists and maps are never compared: unsupported. */
export function isEqual(one: WireValue, other: WireValue): boolean {
  const [[type, held] = []] = Object.entries(one);
  if (type === undefined || !(type in other)) return false;
  if (type === 'L' || type === 'M') throw unsupported('a comparison of whole lists or maps');
  return held === other[type];
}

/** Negative, 0 or positive; undefined where the two have no common order. Text is ordered by its UTF-8 bytes. */
export function compareValues(one: WireValue, other: WireValue): number | undefined {
  if (typeof one['N'] === 'string' && typeof other['N'] === 'string') {
    return compareDecimals(parseDecimal(one['N']), parseDecimal(other['N']));
  }
  if (typeof one['S'] === 'string' && typeof other['S'] === 'string') {
    return Buffer.compare(Buffer.from(one['S']), Buffer.from(other['S']));
  }
  if (typeof one['B'] === 'string' && typeof other['B'] === 'string') {
    return Buffer.compare(Buffer.from(one['B'], 'base64'), Buffer.from(other['B'], 'base64'));
  }
  return undefined;
}

/** Bytes of an item as DynamoDB counts them: names and text in UTF-8, numbers by their digits. */
export function itemSizeBytes(item: WireItem): number {
  let size = 0;
  for (const [name, value] of Object.entries(item)) size += Buffer.byteLength(name) + valueSizeBytes(value);
  return size;
}

function valueSizeBytes(value: WireValue): number {
  const [[type, held] = []] = Object.entries(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(held as string);
    case 'B':
      return Buffer.byteLength(held as string, 'base64');
    case 'N':
      return Math.ceil((held as string).replaceAll(/^-?0*\.?0*|\.|0+$/g, '').length / 2) + 1;
    case 'L':
      return (held as WireValue[]).reduce((sum, member) => sum + 1 + valueSizeBytes(member), 3);
    case 'M':
      return 3 + Object.keys(held as WireItem).length + itemSizeBytes(held as WireItem);
    default:
      return 1;
  }
}

/** Throws ValidationException for an item over 400 KB. */
export function refuseOversized(item: WireItem): void {
  if (itemSizeBytes(item) > maxItemSizeBytes) {
    throw validationError('Item size has exceeded the maximum allowed size');
  }
}
