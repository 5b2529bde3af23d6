import { checkedNumbers, identities, sharedCodes, wholeIds } from './identifier-words.ts';
import { ids, versions } from './last-words.ts';
import { wordsOf, lastWordOf } from './words-of.ts';

/** True if the last word of a name means an item's version: `revision`, `etag`. A server may refuse an old one. */
export function isVersionLike(name: string): boolean {
  return versions.has(lastWordOf(name));
}

/**
 * True for a name of at most two words whose value usually differs between items: `id`, `slug`, `userEmail`. False for
 * a code that many items share: `countryCode`.
 */
export function isIdentity(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 1 && wholeIds.has(words[0] ?? '')) return true;
  const isCode = words.length === 2 && words[1] === 'code' && sharedCodes.has(words[0] ?? '');
  return words.length <= 2 && !isCode && identities.has(words.at(-1) ?? '');
}

/** True if a word of a number's name says that it may have a check digit or an issuer: `iban`, `taxNumber`. */
export function isChecked(name: string): boolean {
  return wordsOf(name).some((word) => checkedNumbers.has(word));
}

/** True for a name that ends in "number", as `invoiceNumber`. As a text it is usually a unique key. */
export function isNumbered(name: string): boolean {
  return lastWordOf(name) === 'number';
}

/** True for a header such as `Idempotency-Key`: a server answers two requests with the same value alike. */
export function isRequestKey(header: string): boolean {
  return wordsOf(header).some((word) => word === 'idempotency' || word === 'idempotent');
}

/** True for a name that ends like an identifier: `orderId`, `externalRef`. */
export function isIdLike(name: string): boolean {
  return ids.has(lastWordOf(name));
}

/** True for an identifier that does not name its resource: `id`, `_id`, `uuid`. */
export function isPlainId(name: string): boolean {
  return isIdLike(name) && wordsOf(name).length === 1;
}
