import type { Json } from './plan.ts';

export type JsonObject = { [key: string]: Json };

/** True for a JSON object: not an array, not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
