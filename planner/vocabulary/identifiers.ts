import { checkedNumbers, identities, sharedCodes, wholeIds } from './identifier-words.ts';
import { ids, versions } from './last-words.ts';
import { wordsOf, lastWordOf } from './words-of.ts';

/** The version that a client has seen, for a server that refuses changes of anything newer. */
export function isVersionLike(name: string): boolean {
  return versions.has(lastWordOf(name));
}

/** Fields that usually must differ between items; their value is made unique for each run. */
export function isIdentity(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 1 && wholeIds.has(words[0] ?? '')) return true;
  const isCode = words.length === 2 && words[1] === 'code' && sharedCodes.has(words[0] ?? '');
  return words.length <= 2 && !isCode && identities.has(words.at(-1) ?? '');
}

/** A number with a check digit or that others issue: a made-up one is refused. */
export function isChecked(name: string): boolean {
  return wordsOf(name).some((word) => checkedNumbers.has(word));
}

/** As a text it is a key, though no schema tells: the number of an invoice, a ticket, a contract. */
export function isNumbered(name: string): boolean {
  return lastWordOf(name) === 'number';
}

/** True for a header that identifies a request (Idempotency-Key): a repetition gets the same response. */
export function isRequestKey(header: string): boolean {
  return wordsOf(header).some((word) => word === 'idempotency' || word === 'idempotent');
}

/** Ends like an identifier: id, uuid, guid, ref. */
export function isIdLike(name: string): boolean {
  return ids.has(lastWordOf(name));
}

/** An id that does not say of what: "id", "_id", "uuid". */
export function isPlainId(name: string): boolean {
  return isIdLike(name) && wordsOf(name).length === 1;
}
