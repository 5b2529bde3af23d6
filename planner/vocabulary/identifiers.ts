import { checkedNumbers, identities, sharedCodes, wholeIds } from './identifier-words.ts';
import { ids, versions } from './last-words.ts';
import { wordsOf, lastWordOf } from './words-of.ts';

/** True for the name of an item's version (revision, etag), by which a server refuses outdated updates. */
export function isVersionLike(name: string): boolean {
  return versions.has(lastWordOf(name));
}

/** True for a member whose value usually differs between items: name, slug, email. It is made unique for each run. */
export function isIdentity(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 1 && wholeIds.has(words[0] ?? '')) return true;
  const isCode = words.length === 2 && words[1] === 'code' && sharedCodes.has(words[0] ?? '');
  return words.length <= 2 && !isCode && identities.has(words.at(-1) ?? '');
}

/** True for a number that has a check digit or that others issue: iban, taxNumber. A made-up one is refused. */
export function isChecked(name: string): boolean {
  return wordsOf(name).some((word) => checkedNumbers.has(word));
}

/** True for a name such as invoiceNumber. As a text it is usually a unique key, though the schema does not say so. */
export function isNumbered(name: string): boolean {
  return lastWordOf(name) === 'number';
}

/** True for a header such as Idempotency-Key: two requests with the same value get the same response. */
export function isRequestKey(header: string): boolean {
  return wordsOf(header).some((word) => word === 'idempotency' || word === 'idempotent');
}

/** True for a name that ends like an identifier: orderId, externalRef. */
export function isIdLike(name: string): boolean {
  return ids.has(lastWordOf(name));
}

/** True for an identifier that does not say of what: "id", "_id", "uuid". */
export function isPlainId(name: string): boolean {
  return isIdLike(name) && wordsOf(name).length === 1;
}
