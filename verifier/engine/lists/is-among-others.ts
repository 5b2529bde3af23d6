import { readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Json } from '../../plan/plan.ts';

/**
 * True if `pointer` leads to or into the first of several entries of a list inside the body: `/members/0/name`. The
 * server may have added entries, such as a team's creator. Nothing tells which one was sent.
 */
export function isAmongOthers(body: Json | undefined, pointer: string): boolean {
  const at = segmentsOf(pointer).indexOf('0');
  if (at < 1) return false;
  const list = readPointer(
    body,
    pointer
      .split('/')
      .slice(0, at + 1)
      .join('/'),
  );
  return Array.isArray(list) && list.length > 1;
}
