import { pointerToken, readPointer } from '../plan/json-pointer.ts';
import type { Json } from '../plan/plan.ts';

/**
 * The body without null members at `pointers` that may be absent (`isClaimed` is false). Many servers write null for an
 * absent member. `left`: the pointers removed. Undefined if none is. Planner and verifier §6.1 row 20.
 */
export function withoutNulls(
  body: Json,
  pointers: readonly string[],
  isClaimed: (pointer: string) => boolean,
): { body: Json; left: ReadonlySet<string> } | undefined {
  const isMember = (pointer: string) =>
    pointer !== '' && !Array.isArray(readPointer(body, pointer.slice(0, pointer.lastIndexOf('/'))));
  const left = new Set(pointers.filter((one) => isMember(one) && readPointer(body, one) === null && !isClaimed(one)));
  return left.size === 0 ? undefined : { body: without(body, '', left), left };
}

function without(value: Json, at: string, left: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item, index) => without(item, `${at}/${index}`, left));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    const pointer = at + pointerToken(name);
    return left.has(pointer) ? [] : [[name, without(inner, pointer, left)]];
  });
  return Object.fromEntries(kept);
}
