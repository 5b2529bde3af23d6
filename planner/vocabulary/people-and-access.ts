import { singular } from './singular.ts';
import { ownKeys } from './identifier-words.ts';
import { links, owners, secrets } from './last-words.ts';
import { accessKeys, accessSettings, grants, hiding, holders, keyKinds, ownerKeys, repeats } from './people-words.ts';
import { wordsOf, lastWordOf, plainName } from './words-of.ts';

export function isKeyOfAccess(words: string[]): boolean {
  const [last = '', before = ''] = words.toReversed();
  if (last === 'key') return keyKinds.has(before);
  // A card is shown as its last digits.
  return accessKeys.has(last) || (last === 'number' && before === 'card');
}

/**
 * What a secret is typed into a second time: password_repeat, confirmPassword, password2. Without the first it means
 * nothing.
 */
export function isRepeatedSecret(words: string[]): boolean {
  const passwords = words.filter((word) => /^(password|passwd)\d?$/.test(word));
  return (
    passwords.some((word) => /\d$/.test(word)) || (passwords.length > 0 && words.some((word) => repeats.has(word)))
  );
}

/** A secret, or a link that may hold one: a read may show it masked. */
export function isMasked(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const isHidden = secrets.has(last) || links.has(last);
  return isHidden || isKeyOfAccess(words) || isRepeatedSecret(words);
}

/** Names of an owner or actor. */
export function isOwnerLike(name: string): boolean {
  return owners.has(lastWordOf(name));
}

/** A key of the owner (owner_email): an item created for another owner may be invisible to the caller. */
export function isOwnersKey(name: string): boolean {
  const [owner = '', key = ''] = wordsOf(name).slice(-2);
  return owner === 'owner' && ownerKeys.has(key);
}

/** Credentials for another service. Made-up ones are incomplete, and a read hides them. */
export function isAccess(name: string): boolean {
  return accessSettings.has(lastWordOf(name));
}

/** The owner of an item. The server takes it from the credentials, whatever a request says. */
export function isWhose(name: string): boolean {
  return isOwnerLike(name) || wordsOf(name).some((word) => holders.has(word));
}

/** Booleans that may take an item out of its list or change what the call does. */
export function isHiding(name: string): boolean {
  return wordsOf(name).some((word) => hiding.has(word));
}

/** A right: one right may imply others. */
export function isGrant(name: string): boolean {
  return grants.has(singular(lastWordOf(name)));
}

/** A name that only items of one kind have, in any document: the serial of a device. */
export function isOwnKey(name: string): boolean {
  return ownKeys.has(plainName(name));
}
