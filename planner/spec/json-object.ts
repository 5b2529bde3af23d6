import type { Json } from '#verifier/plan/plan.ts';

export type JsonObject = { [key: string]: Json };

/** True for a JSON object: not an array, not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own string members only, so that a name such as "constructor" never finds an inherited value. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export { pointerToken } from '#verifier/plan/json-pointer.ts';
