import { baseForms, isParticiple } from './role-of-verb.ts';
import { type FieldMention, type Mention, mentionsIn, type Vocabulary } from './vocabulary-of.ts';

/**
 * A sentence, word by word: its items, members, modal verb, main verbs and clauses. Positions are indexes into `words`.
 */
export type Sentence = {
  words: string[];
  things: Mention[];
  members: FieldMention[];
  /**
   * Position of the modal verb, else of "is" or the like; -1 if there is none. `begin` and `end` are those of the main
   * clause.
   */
  modal: number;
  begin: number;
  end: number;
  isNegated: boolean;
  /** The main verbs, or the words in their place, as written; "edit and delete" are two. Empty if there is none. */
  verbs: { at: number; word: string }[];
  isPassive: boolean;
};

const MODALS = new Set('must shall should may can could will needs need has have'.split(' '));
const WEAK = new Set(['is', 'are', 'was', 'were']);
const SUBORDINATE = new Set('when if after once until while unless whenever'.split(' '));
const ENDS = new Set([...SUBORDINATE, 'that', 'which', 'who', 'because', 'so', 'by', 'without']);
const BETWEEN = new Set(
  'not never ever be been able to also only always again just either still then therefore automatically'.split(' '),
);

/**
 * Returns the words of a sentence in lower case. Commas and % are words. Some phrases are replaced: "signed in" by
 * "login", "cannot" by "can not".
 */
export function wordsIn(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\be-mail\b/g, 'email')
    .replaceAll(/\bcannot\b|\bcan't\b/g, 'can not')
    .replaceAll(/n't\b/g, ' not')
    .replaceAll(/\bno longer\b/g, 'not')
    .replaceAll(/\b(?:is|are) not (?:allowed|permitted|authori[sz]ed) to\b/g, 'can not')
    .replaceAll(/\b(?:is|are) (?:allowed|permitted|authori[sz]ed) to\b/g, 'can')
    .replaceAll(/\b(?:sign|log)(ing|ged|ging|ed|s|ned|ning)? in\b/g, 'login')
    .replaceAll(/\b(?:ask|asks|asked) for\b|\blook(?:s|ed)? up\b/g, 'retrieve');
  return plain.match(/[\p{L}\p{N}]+(?:['.][\p{L}\p{N}]+)*|,|%/gu) ?? [];
}

/** Reads a sentence by the words around its modal verb ("must", "may"). */
export function readSentence(text: string, vocabulary: Vocabulary): Sentence {
  const words = wordsIn(text);
  const begin = mainClause(words);
  const modal = modalIn(words, begin);
  const end = endOf(words, modal);
  const { verbs, isPassive } = verbsAfter(words, modal, end);
  const before = words.slice(begin, Math.max(begin, modal));
  const isNegated =
    ['not', 'never'].some((word) => words.slice(modal + 1, modal + 3).includes(word)) ||
    ['nobody', 'no'].includes(before[0] ?? '');
  return { words, ...mentionsIn(words, vocabulary), modal, begin, end, isNegated, verbs, isPassive };
}

/**
 * Returns the position at which the main clause begins: 0, or after a first clause such as "when a task is done,". -1
 * if the end of that clause is not found.
 */
function mainClause(words: readonly string[]): number {
  if (!SUBORDINATE.has(words[0] ?? '')) return 0;
  const comma = words.indexOf(',');
  if (comma !== -1) return comma + 1;
  // "After deletion a ticket must …" has no comma.
  return words.findIndex((word, at) => at > 0 && ['a', 'an', 'the', 'its', 'it'].includes(word));
}

function modalIn(words: readonly string[], begin: number): number {
  const from = Math.max(begin, 0);
  const strong = words.findIndex((word, at) => at >= from && MODALS.has(word) && word !== 'have' && word !== 'has');
  return strong !== -1 ? strong : words.findIndex((word, at) => at >= from && (WEAK.has(word) || MODALS.has(word)));
}

function endOf(words: readonly string[], modal: number): number {
  const end = words.findIndex((word, at) => at > modal + 1 && ENDS.has(word));
  return end === -1 ? words.length : end;
}

function verbsAfter(
  words: readonly string[],
  modal: number,
  end: number,
): { verbs: Sentence['verbs']; isPassive: boolean } {
  let at = modal === -1 ? end : modal + 1;
  let isPassive = WEAK.has(words[modal] ?? '');
  while (at < end && isBetween(words, at)) {
    if (words[at] === 'be' && words[at + 1] !== 'able') isPassive = true;
    at++;
  }
  const first = words[at];
  if (at >= end || first === undefined) return { verbs: [], isPassive };
  const verbs = [{ at, word: first }];
  while (['and', 'or', ','].includes(words[at + 1] ?? '')) {
    const next = words[at + 2] === 'or' || words[at + 2] === 'and' ? at + 3 : at + 2;
    const word = words[next];
    if (word === undefined || next >= end || !isVerbLike(word, isPassive, words[next + 1])) break;
    verbs.push({ at: next, word });
    at = next;
  }
  return { verbs, isPassive };
}

/**
 * True for words between the modal and the main verb. "Have" is one only before "been": "must have been created", not
 * "must have a status".
 */
function isBetween(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  return word === 'have' ? words[at + 1] === 'been' : BETWEEN.has(word);
}

/**
 * True if the word is a second main verb. In the passive it is a participle, else a word before an
 * object such as "the …".
 */
function isVerbLike(word: string, isPassive: boolean, next: string | undefined): boolean {
  return isPassive
    ? isParticiple(word)
    : /^(a|an|the|all|their|its|his|her|own|and|or|,|it|them|any)$/.test(next ?? '');
}

const PREPOSITIONS = new Set(
  'of in on by with from to for at below under among between within without about than'.split(' '),
);

/**
 * True if the phrase at `at` is not part of a phrase with a preposition: "task" in "the task of a user", but not
 * "user". Looks at up to four words before it, past articles and participles alone.
 */
export function isHead(words: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 4); before--) {
    const word = words[before] ?? '';
    if (PREPOSITIONS.has(word)) return false;
    if (
      !/^(a|an|the|all|every|each|another|any|its|their|own|this|new|created|unknown)$/.test(word) &&
      !isParticiple(word)
    )
      return true;
  }
  return true;
}

/**
 * Returns the items after a participle or "new": the word "deleted" and the item of "a deleted article". "New"
 * counts as "created".
 */
export function describedBy({ words, things }: Sentence): { word: string; thing: Mention }[] {
  return things.flatMap((thing) => {
    const word = words[thing.at - 1] ?? '';
    return isParticiple(word) || word === 'new' ? [{ word: word === 'new' ? 'created' : word, thing }] : [];
  });
}

/**
 * Returns the verb and the item of a clause of time or condition: "resolved" and the ticket for "when a ticket is
 * resolved". If the clause has no item, it is the first one of the sentence. Undefined without such a clause or verb.
 */
export function circumstance({
  words,
  things,
  begin,
  end,
}: Sentence): { word: string; thing: Mention | undefined } | undefined {
  const isBefore = begin > 0;
  const from = isBefore ? 0 : end;
  const to = isBefore ? begin : words.length;
  if (!SUBORDINATE.has(words[from] ?? '')) return undefined;
  const inside = things.filter(({ at }) => at >= from && at < to);
  const thing = inside[0] ?? things[0];
  const covered = (at: number): boolean => inside.some((one) => one.at <= at && at < one.end);
  const verb = words
    .slice(from + 1, to)
    .toReversed()
    .find(
      (word, back) => !covered(to - 1 - back) && baseForms(word).length > 1 && !['is', 'was', 'has'].includes(word),
    );
  return verb === undefined ? undefined : { word: verb, thing };
}
