import { singular } from './singular.ts';
import { ownKeys } from './identifier-words.ts';
import { links, owners, secrets } from './last-words.ts';
import {
  accessKeys,
  accessSettings,
  followAnswers,
  grants,
  hiding,
  holders,
  joinRequests,
  keyKinds,
  ownerKeys,
  repeats,
} from './people-words.ts';
import { wordsOf, lastWordOf, plainName } from './words-of.ts';

/** True if a name ends in a key for access or in a card number: `apiKey`, `private_key`, `cardNumber`. */
export function isKeyOfAccess(words: string[]): boolean {
  const [last = '', before = ''] = words.toReversed();
  if (last === 'key') return keyKinds.has(before);
  // A response shows a card number as its last digits.
  return accessKeys.has(last) || (last === 'number' && before === 'card');
}

/** True for a name of a password that is sent twice: `confirmPassword`, `password1`, `password2`. */
export function isRepeatedSecret(words: string[]): boolean {
  const passwords = words.filter((word) => /^(password|passwd)\d?$/.test(word));
  return (
    passwords.some((word) => /\d$/.test(word)) || (passwords.length > 0 && words.some((word) => repeats.has(word)))
  );
}

/** True for a secret, and for a link, which may hold one. A read may show it masked. */
export function isMasked(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const isHidden = secrets.has(last) || links.has(last);
  return isHidden || isKeyOfAccess(words) || isRepeatedSecret(words);
}

/** True for the name of an owner or actor: owner, createdBy. */
export function isOwnerLike(name: string): boolean {
  return owners.has(lastWordOf(name));
}

/** True for a member that names an owner by a key: `owner_email`. The caller may not see an item of another owner. */
export function isOwnersKey(name: string): boolean {
  const [owner = '', key = ''] = wordsOf(name).slice(-2);
  return owner === 'owner' && ownerKeys.has(key);
}

/** True for credentials of another service: `auth`, `oauth`. Made-up ones may be refused; a read may hide them. */
export function isAccess(name: string): boolean {
  return accessSettings.has(lastWordOf(name));
}

/** True for a member that may name an item's owner: `createdBy`, `customerId`. The server may replace what is sent. */
export function isWhose(name: string): boolean {
  return isOwnerLike(name) || wordsOf(name).some((word) => holders.has(word));
}

/** True for a flag that may hide an item from its list or change what the call does: `archived`, `dryRun`. */
export function isHiding(name: string): boolean {
  return wordsOf(name).some((word) => hiding.has(word));
}

/** True for the name of a right: `scope`, `roles`. One right may imply others. */
export function isGrant(name: string): boolean {
  return grants.has(singular(lastWordOf(name)));
}

/** True for the name of a member that usually only one kind of item has: `serialNumber`, `imei`. */
export function isOwnKey(name: string): boolean {
  return ownKeys.has(plainName(name));
}

/** True if a word of the text begins like a request for a relation: "Request to follow", "Ask to join". */
export function asksToJoin(words: string): boolean {
  const starts = [...joinRequests.words];
  return wordsOf(words).some((word) => starts.some((start) => word.startsWith(start)));
}

/** True if a path contains "follow" and, in any place, a text of `followAnswers`: `/follow-requests/{id}/accept`. */
export function namesFollowRequests(path: string): boolean {
  const name = plainName(path);
  return name.includes('follow') && [...followAnswers.words].some((part) => name.includes(part));
}
