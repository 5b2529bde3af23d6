import type { Json } from '#verifier/plan/plan.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';

export function alter(value: Json): Json {
  if (typeof value === 'string') return `${value}-altered`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : value;
}

/** Returns the members with every text, number and boolean changed; null, objects and lists stay. */
export function altered(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, alter(value)]));
}
