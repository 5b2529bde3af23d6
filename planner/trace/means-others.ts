import { CALLERS, type Exclusive } from './exclusive-in.ts';
import type { Sentence } from './read-sentence.ts';
import { withoutS } from './says-name.ts';

const ANYBODY = new Set([
  ...CALLERS,
  ...'anybody anyone nobody somebody someone everybody everyone one other else'.split(' '),
]);

/** Words beside them that leave them any caller: "a registered user", "no one else". */
const PLAIN = new Set(
  'a an the any all every each no by another login signed logged in authenticated registered'.split(' '),
);

const caller = `(?:${CALLERS.join('|')})s?(?:'s)?`;

/**
 * Words for what belongs to somebody else: "another user's", "of somebody else", "that they do not own". "With other
 * users" and "to another user" tell who gets something, "belongs to another user" whose it is.
 */
const OTHERS = new RegExp(
  `(?<!\\b(?:with|for|(?<!\\bbelong(?:s|ing)? )to) )\\b(?:another's|another ${caller}|other ${caller}|others|(?:some|any|no)(?:body|one| one) else(?:'s)?|` +
    `not (?:their|its|his|her) own|(?:do|does|did) not (?:own|create))(?![\\p{L}'])`,
  'u',
);

/** "The owner", "its author", "the user who created it". */
const OWNER = new RegExp(
  `^(?:the |a |an |its |their )?(?:(?:owner|creator|author)s?|${caller} (?:who|that) (?:created|made|wrote|owns?))(?![\\p{L}'])`,
  'u',
);

/** "The owner and robots": more than the owner. */
const JOINS = new Set(['and', 'or', ',']);

/**
 * True if the sentence refuses all who do not own the item: "A user cannot read another user's ticket", "Only the
 * owner may delete a ticket". False if it says who is refused in another way: "A robot must not …".
 */
export function meansOthers({ words, begin, modal, isPassive }: Sentence, exclusive?: Exclusive): boolean {
  const before = words.slice(begin, Math.max(begin, modal));
  if (exclusive)
    return OWNER.test(before.slice(exclusive.marks.length).join(' ')) && !before.some((word) => JOINS.has(word));
  if (!OTHERS.test(words.slice(begin).join(' '))) return false;
  const who = isPassive ? callerAfterBy(words) : before;
  const isAnybody = who.some((word) => ANYBODY.has(withoutS(word)));
  return isAnybody && who.every((word) => PLAIN.has(word) || ANYBODY.has(withoutS(word)));
}

/** Returns the caller of "by another user", up to a clause such as "that does not own it". */
function callerAfterBy(words: readonly string[]): string[] {
  const said = words.slice(words.lastIndexOf('by'));
  const clause = said.findIndex((word) => word === 'who' || word === 'that');
  return clause === -1 ? said : said.slice(0, clause);
}
