import type { Json } from '../../plan/plan.ts';

/** The id in a resource name: "abc" of "memos/abc" if `above` ends with `/memos/`. Otherwise `value` itself. */
export function idInResourceName(above: string, value: string): string {
  const [own = '', collection = ''] = partsOf(value)?.toReversed() ?? [];
  return own !== '' && above.endsWith(`/${collection}/`) ? own : value;
}

/** True if a value is a resource name ("memos/abc") whose last collection is in the path. */
export function isResourceName(value: Json | undefined, path: string): boolean {
  const collection = typeof value === 'string' ? partsOf(value)?.at(-2) : undefined;
  return collection !== undefined && path.split('/').includes(collection);
}

/** The segments of "collection/id/collection/id". Undefined for any other text. */
function partsOf(value: string): string[] | undefined {
  const parts = value.split('/');
  return parts.length % 2 === 0 && parts.every((part) => /^[\w.~@-]+$/.test(part)) ? parts : undefined;
}
