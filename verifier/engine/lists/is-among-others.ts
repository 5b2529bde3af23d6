import { readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Json } from '../../plan/plan.ts';

/**
 * True if a place is in the first entry of a list that shows more entries. The run sent one entry; the service may add
 * others (the creator of a team, a fee), and nothing tells which is which.
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
