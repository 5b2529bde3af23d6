import type { Json } from '../plan/plan.ts';
import { spend, type Run } from './validation.ts';

/** True if two values are equal. The order of object members does not count. Throws TooCostly. */
export function deepEqual(one: Json, other: Json, run: Run): boolean {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  spend(run, 1 + keys.length);
  const [left, right] = [one as Record<string, Json>, other as Record<string, Json>];
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(right, key) && deepEqual(left[key]!, right[key]!, run))
  );
}

/**
 * Returns a test that is true for each of `allowed`. Scalars are looked up; objects and arrays are compared one by one.
 */
export function compareWith(allowed: readonly Json[]): (value: Json, run: Run) => boolean {
  const plain = new Set<Json>(allowed.filter((one) => one === null || typeof one !== 'object'));
  const nested = allowed.filter((one) => one !== null && typeof one === 'object');
  return (value, run) => plain.has(value) || nested.some((one) => deepEqual(value, one, run));
}

/** A text that is equal for equal values, whatever the order of object members. Throws TooCostly. */
export function canonicalText(value: Json, run: Run): string {
  if (value === null || typeof value !== 'object') {
    spend(run, 1 + (typeof value === 'string' ? value.length >> 5 : 0));
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    spend(run, 1);
    return `[${value.map((item) => canonicalText(item, run)).join()}]`;
  }
  const keys = Object.keys(value).toSorted();
  spend(run, 1 + keys.length);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key]!, run)}`).join()}}`;
}
