import type { Json } from '#verifier/plan/plan.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

const OPEN = new Set(['public', 'shared']);
const CLOSED = ['private', 'personal', 'secret', 'hidden', 'restricted', 'confidential', 'closed'];

/** True for a flag that hides an item from others: `isPrivate`. */
export function isPrivate(name: string): boolean {
  return wordsOf(name).includes('private');
}

/**
 * Returns the value of a visibility that hides the item from others: "private" beside "public", true for `isPrivate`,
 * false for `isPublic`. Undefined for other members.
 */
export function hiddenValue(name: string, values: Json[]): Json | undefined {
  if (values.includes(true) && values.includes(false)) {
    if (isPrivate(name)) return true;
    return wordsOf(name).some((word) => OPEN.has(word)) ? false : undefined;
  }
  const [isOpen] = values.filter((value) => OPEN.has(plain(value)));
  return isOpen && CLOSED.flatMap((word) => values.filter((value) => plain(value) === word))[0];
}

function plain(value: Json): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
