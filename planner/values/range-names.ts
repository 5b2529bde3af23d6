import { wordsOf } from './field-names.ts';

const LOWER = new Set(
  'from start starts started begin begins began opens opened departs departure checkin pickup'.split(' '),
);
const UPPER = new Set(
  'to end ends ended finish finishes finished until till closes closed arrives arrival checkout dropoff'.split(' '),
);

/** "check", "in" and "checkin" of check_in. */
function withPhrases(words: string[]): string[] {
  return [...words, ...words.slice(1).map((word, at) => (words[at] ?? '') + word)];
}

/** Which end of a range the name says, where it says it in a pair: startsAt and endsAt, from and to. */
export function rangeEnd(name: string): 'lower' | 'upper' | undefined {
  const words = withPhrases(wordsOf(name));
  if (words.some((word) => LOWER.has(word))) return 'lower';
  return words.some((word) => UPPER.has(word)) ? 'upper' : undefined;
}

const ENDS = [
  'from to',
  'source target',
  'source destination',
  'src dst',
  'src dest',
  'origin destination',
  'sender recipient',
  'sender receiver',
  'payer payee',
  'debtor creditor',
  'debit credit',
  'buyer seller',
  'follower followee',
  'blocker blocked',
  'requester addressee',
  'inviter invitee',
  'user friend',
  'predecessor successor',
  'left right',
].map((pair) => pair.split(' '));

/** Whether two names say both ends of one thing: from_account_id and to_account_id. */
export function areEnds(name: string, other: string): boolean {
  const [own, theirs] = [wordsOf(name), wordsOf(other)];
  const differing = own.flatMap((word, at) => (word === theirs[at] ? [] : [[word, theirs[at]]]));
  const [[first, second] = []] = differing;
  const isPair = ENDS.some((pair) => first !== second && [first, second].every((word) => pair.includes(word ?? '')));
  return own.length === theirs.length && differing.length === 1 && isPair;
}
