import { wordsOf, lastWordOf, LAST_WORDS } from './words-of.ts';

const IDENTITY = new Set([
  'name',
  'slug',
  'key',
  'code',
  'email',
  'username',
  'login',
  'handle',
  ...'sku isbn plate barcode vin ean gtin serial subdomain'.split(' '),
]);

/** Codes that many items have in common. */
const SHARED_CODES = new Set(
  'country currency language postal zip post area region state coupon promo promotion discount voucher referral invite invitation gift'.split(
    ' ',
  ),
);

/** The version that a client has seen, for a server that refuses changes of anything newer. */
export function isVersionLike(name: string): boolean {
  return LAST_WORDS['version']?.includes(lastWordOf(name)) ?? false;
}

/** Fields that usually must differ between items; their value is made unique for each run. */
export function isIdentity(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 1 && /^(id|uuid|guid|identifier)$/.test(words[0] ?? '')) return true;
  const isCode = words.length === 2 && words[1] === 'code' && SHARED_CODES.has(words[0] ?? '');
  return words.length <= 2 && !isCode && IDENTITY.has(words.at(-1) ?? '');
}

/** A number with a check digit or that others issue: a made-up one is refused. */
export function isChecked(name: string): boolean {
  return wordsOf(name).some((word) => CHECKED.has(word));
}

const CHECKED = new Set(
  'account bank card credit iban id insurance passport phone routing social ssn tax vat'.split(' '),
);

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
  return LAST_WORDS['id']?.includes(lastWordOf(name)) ?? false;
}

/** An id that does not say of what: "id", "_id", "uuid". */
export function isPlainId(name: string): boolean {
  return isIdLike(name) && wordsOf(name).length === 1;
}
