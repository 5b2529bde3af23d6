import { singular } from './singular.ts';
import { wordsOf, lastWordOf, plainName, LAST_WORDS } from './words-of.ts';

const REPEATS = new Set('confirm confirmation confirmed repeat repeated again verify verification retype'.split(' '));

const HIDING = new Set(['archived', 'deleted', 'hidden', 'disabled', 'dry', 'draft', 'private', 'locked', 'test']);

const PEOPLE = new Set(
  'user account owner author creator member customer client tenant organization organisation org company person profile team workspace'.split(
    ' ',
  ),
);

const GRANTS = new Set('scope permission privilege grant capability right role ability entitlement'.split(' '));

export function isKeyOfAccess(words: string[]): boolean {
  const [last = '', before = ''] = words.toReversed();
  if (last === 'key') return /^(api|private|access|secret|public)$/.test(before);
  // A card is shown as its last digits.
  return /^(api|priv|private|pub|public|secret)key$/.test(last) || (last === 'number' && before === 'card');
}

/**
 * What a secret is typed into a second time: password_repeat, confirmPassword, password2. Without the first it means
 * nothing.
 */
export function isRepeatedSecret(words: string[]): boolean {
  const secrets = words.filter((word) => /^(password|passwd)\d?$/.test(word));
  return secrets.some((word) => /\d$/.test(word)) || (secrets.length > 0 && words.some((word) => REPEATS.has(word)));
}

/** A secret, or a link that may hold one: a read may show it masked. */
export function isMasked(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const isHidden = [...(LAST_WORDS['secret'] ?? []), ...(LAST_WORDS['link'] ?? [])].includes(last);
  return isHidden || isKeyOfAccess(words) || isRepeatedSecret(words);
}

/** Names of an owner or actor. */
export function isOwnerLike(name: string): boolean {
  return LAST_WORDS['owner']?.includes(lastWordOf(name)) ?? false;
}

/** A key of the owner (owner_email): an item created for another owner may be invisible to the caller. */
export function isOwnersKey(name: string): boolean {
  const [owner = '', key = ''] = wordsOf(name).slice(-2);
  return owner === 'owner' && /^(email|mail|login|username|handle|user|account)$/.test(key);
}

/** Credentials for another service. Made-up ones are incomplete, and a read hides them. */
export function isAccess(name: string): boolean {
  return /^(auth|oauth|authentication|authorization)$/.test(lastWordOf(name));
}

/** The owner of an item. The server takes it from the credentials, whatever a request says. */
export function isWhose(name: string): boolean {
  return isOwnerLike(name) || wordsOf(name).some((word) => PEOPLE.has(word));
}

/** Booleans that may take an item out of its list or change what the call does. */
export function isHiding(name: string): boolean {
  return wordsOf(name).some((word) => HIDING.has(word));
}

/** A right: one right may imply others. */
export function isGrant(name: string): boolean {
  return GRANTS.has(singular(lastWordOf(name)));
}

/** A name that only items of one kind have, in any document: the serial of a device. */
export function isOwnKey(name: string): boolean {
  return OWN_KEYS.has(plainName(name));
}

const OWN_KEYS = new Set('serial serialnumber sku isbn vin ean gtin barcode imei iban plate licenseplate'.split(' '));
