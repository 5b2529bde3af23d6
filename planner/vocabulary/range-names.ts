import { remembered } from './remembered.ts';
import { wordsOf } from './words-of.ts';

/** Pairs of words for the start of a range and for its end. */
const RANGES = [
  ['from', 'to until till'],
  ['start starts started begin begins began', 'end ends ended finish finishes finished until till to'],
  ['opens opened', 'closes closed'],
  ['departs departure', 'arrives arrival'],
  ['checkin', 'checkout'],
  ['pickup', 'dropoff'],
].map((words) => words.map((ends) => ends.split(' ')));
const [LOWER, UPPER] = [0, 1].map((at) => new Set(RANGES.flatMap((words) => words[at] ?? [])));

/** Returns the words of a name with `check_in`, `pick_up` and the like as one word: "checkin", "pickup". */
const phrasesOf = remembered((name) =>
  wordsOf(name)
    .join(' ')
    .replaceAll(/\b(check|pick|drop) (in|out|up|off)\b/g, '$1$2')
    .split(' '),
);

/**
 * Returns "lower" if a name has a word for the start of a range: `startsAt`. Otherwise returns "upper" if it has a word
 * for the end: `endsAt`. Undefined for other names.
 */
export function rangeEnd(name: string): 'lower' | 'upper' | undefined {
  const words = phrasesOf(name);
  if (words.some((word) => LOWER?.has(word))) return 'lower';
  return words.some((word) => UPPER?.has(word)) ? 'upper' : undefined;
}

/** Returns the two words in which the names differ. Undefined unless they differ in exactly one position. */
function difference(own: string[], theirs: string[]): [string, string] | undefined {
  const differing = own.flatMap((word, at): [string, string][] =>
    word === theirs[at] ? [] : [[word, theirs[at] ?? '']],
  );
  return own.length === theirs.length && differing.length === 1 ? differing[0] : undefined;
}

/** True if two names are the start and end of one range: `start` and `end`, `valid_from` and `valid_until`. */
export function isRange(lower: string, upper: string): boolean {
  const [begin, end] = difference(phrasesOf(lower), phrasesOf(upper)) ?? [];
  return RANGES.some(([begins, ends]) => begins?.includes(begin ?? '') && ends?.includes(end ?? ''));
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
  'inward outward',
  'home away',
].map((pair) => pair.split(' '));

/** True if two names are the two ends of one relation: `from_account_id` and `to_account_id`. */
export function areEnds(name: string, other: string): boolean {
  const differing = difference(wordsOf(name), wordsOf(other));
  return differing !== undefined && ENDS.some((pair) => differing.every((word) => pair.includes(word)));
}
