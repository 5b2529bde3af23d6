import type { Json } from '../../plan/plan.ts';

/**
 * The part of a resource name below `above`. A service that names an item "memos/abc" has the path "/v1/memos/abc",
 * which takes only the end.
 */
export function idInResourceName(above: string, value: string): string {
  const [own = '', collection = ''] = partsOf(value)?.toReversed() ?? [];
  return own !== '' && above.endsWith(`/${collection}/`) ? own : value;
}

/** True if a value is a resource name below a collection in the path ("memos/abc"). */
export function isResourceName(value: Json | undefined, path: string): boolean {
  const collection = typeof value === 'string' ? partsOf(value)?.at(-2) : undefined;
  return collection !== undefined && path.split('/').includes(collection);
}

/** Collections and ids in turn; undefined for any other text. */
function partsOf(value: string): string[] | undefined {
  const parts = value.split('/');
  return parts.length % 2 === 0 && parts.every((part) => /^[\w.~@-]+$/.test(part)) ? parts : undefined;
}
