import { isObject } from '../plan/json-object.ts';
import type { Comparison, Json } from '../plan/plan.ts';
import { isSameColour, isSameWriting } from './same-writing.ts';

/** How a returned value relates to the one that the run sent. */
export type Relation = 'EQUAL' | 'NORMALISED' | 'DIFFERENT' | 'ABSENT';

/**
 * Compares a returned value with the sent one. EQUAL by the assertion's own comparison, and for colours in another
 * form. NORMALISED if the server may have rewritten the value: letter case, blanks, numbers, dates, added members,
 * order of a list, a mask (see `isSameWriting`). An absent null is NORMALISED. An absent false, 0, "" or empty
 * collection is EQUAL, and so is null for "", because many servers leave empty values out. Planner and verifier §6.1
 * row 22.
 */
export function relationOf(expected: Json, actual: Json | undefined, compare: Comparison): Relation {
  if (actual === undefined) return isEmpty(expected) ? 'EQUAL' : expected === null ? 'NORMALISED' : 'ABSENT';
  if (sameJson(expected, actual) || (expected === '' && actual === null)) return 'EQUAL';
  if (isSameColour(expected, actual)) return 'EQUAL';
  if (compare === 'date-time' && sameInstant(expected, actual)) return 'EQUAL';
  if (compare === 'number' && sameNumber(expected, actual)) return 'EQUAL';
  if (compare === 'set' && sameMembers(expected, actual, sameJson)) return 'EQUAL';
  if (compare === 'filled' && (sameFilled(expected, actual) || isAmong(expected, actual))) return 'EQUAL';
  if (compare === 'date-time' && isEdgeOfDay(expected, actual)) return 'NORMALISED';
  if (compare === 'filled' && isAmongOwn(expected, actual)) return 'NORMALISED';
  return sameByWriting(expected, actual) ? 'NORMALISED' : 'DIFFERENT';
}

/** True if a date was stored as the begin or end of its day. */
function isEdgeOfDay(expected: Json, actual: Json): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  return expected.slice(0, 10) === actual.slice(0, 10) && /T(00:00:00|23:59:59)(\.\d+)?\D*$/.test(actual);
}

/** Strict deep equality. The order of object members does not count. */
export function sameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index] as Json))
    );
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key] as Json, right[key] as Json))
  );
}

function isEmpty(value: Json): boolean {
  if (value === false || value === 0 || value === '') return true;
  return value !== null && typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * True if the values are equal up to members that the server added, empty members left out, notation of dates, and the
 * order of a list of texts.
 */
function sameFilled(expected: Json, actual: Json): boolean {
  if (sameJson(expected, actual) || sameInstant(expected, actual)) return true;
  if (isWords(expected) && isWords(actual)) return sameMembers(expected, actual, sameJson);
  if (Array.isArray(expected) && Array.isArray(actual))
    return expected.length === actual.length && expected.every((one, at) => sameFilled(one, actual[at] as Json));
  if (!isObject(expected) || !isObject(actual)) return false;
  return Object.entries(expected).every(([key, value]) =>
    Object.hasOwn(actual, key) ? sameFilled(value, actual[key] as Json) : isEmpty(value),
  );
}

/** True if a list of texts contains each sent one, and no text twice. */
function isAmong(expected: Json, actual: Json): boolean {
  if (!isWords(expected) || !isWords(actual)) return false;
  return expected.every((word) => actual.includes(word)) && new Set(actual).size === actual.length;
}

/** True if the server returned the sent objects and added others: the creator of a team, a fee. */
function isAmongOwn(expected: Json, actual: Json): boolean {
  if (!Array.isArray(expected) || !Array.isArray(actual) || !actual.every(isObject)) return false;
  const isSent = (one: Json): boolean => expected.some((other) => sameFilled(other, one));
  const sent = actual.filter(isSent);
  return expected.length > 0 && expected.length < actual.length && sameMembers(expected, sent, sameFilled);
}

function isWords(list: Json): list is string[] {
  return Array.isArray(list) && list.every((one) => typeof one === 'string');
}

function sameByWriting(expected: Json, actual: Json): boolean {
  if (sameJson(expected, actual) || sameNumber(expected, actual) || sameInstant(expected, actual)) return true;
  if (typeof expected === 'string' && typeof actual === 'string') return isSameWriting(expected, actual);
  if (Array.isArray(expected) && Array.isArray(actual))
    return [expected, eachOnce(expected)].some((sent) => sameMembers(sent, actual, sameByWriting));
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).every(
      ([key, value]) => value === null || (Object.hasOwn(actual, key) && sameByWriting(value, actual[key] as Json)),
    );
  }
  return false;
}

/** The list without repeated entries, as a server returns a set. */
function eachOnce(list: Json[]): Json[] {
  return list.filter((one, at) => list.findIndex((other) => sameJson(one, other)) === at);
}

function sameMembers(expected: Json, actual: Json, same: (left: Json, right: Json) => boolean): boolean {
  if (!Array.isArray(expected) || !Array.isArray(actual) || expected.length !== actual.length) return false;
  const left = [...actual];
  return expected.every((item) => {
    const at = left.findIndex((candidate) => same(item, candidate));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Matches integers that a double may round: two ids may differ only in the last digit. */
const LONG = /^\s*[+-]?0*\d{16,}\s*$/;

function sameNumber(expected: Json, actual: Json): boolean {
  const [one, other] = [String(expected), String(actual)];
  if (LONG.test(one) && LONG.test(other)) return BigInt(one) === BigInt(other);
  const [left, right] = [numberOf(expected), numberOf(actual)];
  if (left === undefined || right === undefined) return false;
  // A fraction stored in 32 bits comes back within one part in a million. Integers must be equal.
  const fraction = !Number.isInteger(left) && Math.abs(left - right) <= Math.abs(left) * 1e-6;
  return left === right || fraction;
}

function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

function sameInstant(expected: Json, actual: Json): boolean {
  const [left, right] = [instantOf(expected), instantOf(actual)];
  // A server that stores whole seconds drops or rounds the fraction.
  return (
    left !== undefined &&
    right !== undefined &&
    (left === right || (right % 1000 === 0 && Math.abs(left - right) < 1000))
  );
}

function instantOf(value: Json): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  // A time of day alone counts as a time of 1970-01-01.
  const parts = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*([Zz]|[+-]\d\d:?\d\d)?)?$/.exec(
    /^\d\d:\d\d/.test(text) ? `1970-01-01T${text}` : text,
  );
  if (!parts) return undefined;
  const zone = (parts[3] ?? 'Z').toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const instant = Date.parse(`${parts[1]}T${parts[2] ?? '00:00:00'}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}
