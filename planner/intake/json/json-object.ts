import { isObject } from '#verifier/plan/json-object.ts';
import type { Json } from '#verifier/plan/plan.ts';

/** Returns an object's own member. Undefined for other values and for inherited members such as "constructor". */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export { isObject, type JsonObject } from '#verifier/plan/json-object.ts';
export { pointerToken } from '#verifier/plan/json-pointer.ts';
