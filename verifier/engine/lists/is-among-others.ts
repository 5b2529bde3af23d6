import { readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Json } from '../../plan/plan.ts';

/**
 * True if `pointer` leads into the first entry of a list with several entries: `/members/0/name`. The run sent one
 * entry. The service may add others (a team's creator), and nothing tells them apart.
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
