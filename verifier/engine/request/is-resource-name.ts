import type { Json } from '../../plan/plan.ts';

/**
 * What a path names below `above`. Services that call their things by their place ("memos/abc", "users/ann/tokens/7") show the whole of it, and a path
 * that goes on from there ("/v1/memos/") takes only its end.
 */
export function idInResourceName(above: string, value: string): string {
  const [own = '', collection = ''] = partsOf(value)?.toReversed() ?? [];
  return own !== '' && above.endsWith(`/${collection}/`) ? own : value;
}

/** Whether a value calls a thing by its place below a collection that the path knows. */
export function isResourceName(value: Json | undefined, path: string): boolean {
  const collection = typeof value === 'string' ? partsOf(value)?.at(-2) : undefined;
  return collection !== undefined && path.split('/').includes(collection);
}

/** Collections and ids in turn; undefined for any other text. */
function partsOf(value: string): string[] | undefined {
  const parts = value.split('/');
  return parts.length % 2 === 0 && parts.every((part) => /^[\w.~@-]+$/.test(part)) ? parts : undefined;
}
