import { readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Json } from '../../plan/plan.ts';

/**
 * Whether a place is inside the first entry of a member's list that shows more than that one. What is claimed there was sent in the only entry: a service
 * may put entries of its own beside it (whoever made a team, a fee), or make several of it, and nothing tells which is which.
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
