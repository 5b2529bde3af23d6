import { readPointer } from '../../plan/json-pointer.ts';
import type { Json, PageTold } from '../../plan/plan.ts';

/** One page: the number of its items and its whole body. */
type Page = { count: number; body: Json | undefined };
type Walked = {
  /** The page size that was requested. */
  limit: number | undefined;
  /** True if each page was read. */
  exhausted: boolean;
  /** True if pages were requested by number, and none was skipped as a repeat of the first. */
  isCounted: boolean;
};

/**
 * The first pagination member that contradicts the pages: `"last": true` on the first of two pages. Compares only
 * values of the expected JSON type. Undefined if no member is wrong.
 */
export function wrongPaginationMetadata(
  told: PageTold[],
  pages: Page[],
  walked: Walked,
): { pointer: string; expected: Json; actual: Json } | undefined {
  const end = pages.findLastIndex(({ count }) => count > 0);
  for (const { pointer, says } of told)
    for (const [at, page] of pages.slice(0, end + 1).entries()) {
      const actual = readPointer(page.body, pointer);
      const expected = expectedOf(says, at, { page, first: readPointer(pages[0]?.body, pointer), end, ...walked });
      if (expected !== undefined && typeof actual === typeof expected && actual !== undefined && actual !== expected)
        return { pointer, expected, actual };
    }
  return undefined;
}

type Seen = Walked & { page: Page; first: Json | undefined; end: number };

/**
 * The value that a pagination member must have on page `at`. Undefined if that is uncertain: a full last page may be
 * followed by another one.
 */
function expectedOf(says: PageTold['says'], at: number, seen: Seen): Json | undefined {
  const { page, first, end, limit, exhausted, isCounted } = seen;
  switch (says) {
    case 'first':
      return at === 0;
    case 'last':
      if (at < end) return false;
      return exhausted && limit !== undefined && page.count < limit ? true : undefined;
    case 'page':
      return isCounted && typeof first === 'number' ? first + at : undefined;
    case 'shown':
      return page.count;
  }
}
