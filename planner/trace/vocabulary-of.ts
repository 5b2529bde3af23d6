import { singular } from '../vocabulary/singular.ts';
import { wordsOf } from '../vocabulary/words-of.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import { phraseOf } from './phrase-of.ts';
import { isShowing, roleOfVerb } from './role-of-verb.ts';

/** The phrases by which a sentence may name the items of a spec, and the members of its requests and responses. */
export type Vocabulary = {
  operations: readonly SurfaceOperation[];
  nouns: Map<string, SurfaceOperation[]>;
  /** Names of members and query parameters, by phrase. */
  fields: Map<string, string[]>;
};

/** A noun of the vocabulary in a sentence: the words from `at` up to, not including, `end`. */
export type Mention = { at: number; end: number; phrase: string; operations: SurfaceOperation[] };
export type FieldMention = { at: number; end: number; names: string[] };

/** Returns the phrases of a spec, for all sentences. */
export function vocabularyOf(operations: readonly SurfaceOperation[]): Vocabulary {
  const nouns = new Map<string, SurfaceOperation[]>();
  for (const operation of operations)
    for (const noun of new Set([...operation.nouns, ...operation.looseNouns]))
      nouns.set(noun, [...(nouns.get(noun) ?? []), operation]);
  addHeads(nouns);
  const fields = new Map<string, Set<string>>();
  for (const { sends, shows, filters } of operations)
    for (const name of [...sends, ...shows, ...filters])
      for (const phrase of phrasesOfField(name)) fields.set(phrase, (fields.get(phrase) ?? new Set()).add(name));
  return { operations, nouns, fields: new Map([...fields].map(([phrase, names]) => [phrase, [...names]])) };
}

/** Adds "ticket" for "trouble ticket", if no other noun ends in "ticket". */
function addHeads(nouns: Map<string, SurfaceOperation[]>): void {
  const byHead = Map.groupBy([...nouns.keys()], (noun) => noun.split(' ').at(-1) ?? '');
  for (const [head, all] of byHead) {
    const [only] = all;
    if (only !== undefined && all.length === 1 && !nouns.has(head)) nouns.set(head, nouns.get(only) ?? []);
  }
}

/**
 * Returns the phrases for a member's name: as it is and, if its last word is "id", "ids" or "list", also without that
 * word. `id` alone is also "identifier", and `createdAt` is also "created time".
 */
function phrasesOfField(name: string): string[] {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const whole = phraseOf(words);
  if (words.length === 1) return last === 'id' ? [whole, 'identifier'] : [whole];
  const isMarked = ['id', 'list', 'ids', 'at'].includes(last);
  const spoken = last === 'at' ? `${phraseOf(words.slice(0, -1))} time` : phraseOf(words.slice(0, -1));
  return isMarked ? [whole, spoken] : [whole];
}

/**
 * Returns the nouns and members that a sentence mentions. A phrase inside a longer one does not count, nor a noun that
 * another noun follows (`isWhole`).
 */
export function mentionsIn(
  words: readonly string[],
  { nouns, fields }: Vocabulary,
): { things: Mention[]; members: FieldMention[] } {
  const base = words.map((word) => singular(word));
  const things = phrasesIn(base, nouns).map(({ found, ...one }) => ({ ...one, operations: found }));
  const members = phrasesIn(base, fields).map(({ at, end, found }) => ({ at, end, names: found }));
  const isInside = (one: { at: number; end: number }, others: { at: number; end: number }[]): boolean =>
    others.some((other) => other.at <= one.at && other.end >= one.end && other.end - other.at > one.end - one.at);
  return {
    things: things.filter((one) => !isInside(one, members) && isWhole(words[one.end])),
    members: members.filter((one) => !isInside(one, things)),
  };
}

const BEHIND = new Set(
  ', % and or must shall should may can could will is are was were has have needs not that which who when if after once until while unless of in on by with from to for at below under among between within without about as its their it they only just again also always never requires require carry carries no first newest one them'.split(
    ' ',
  ),
);

/**
 * True if a noun ends before the word `next`. "Notebook directories" is not about a notebook, "token
 * endpoint" not about a token.
 */
function isWhole(next: string | undefined): boolean {
  return (
    next === undefined ||
    BEHIND.has(next) ||
    /ed$|ly$|ing$/.test(next) ||
    isShowing(next) ||
    roleOfVerb(next) !== undefined
  );
}

/** The most words of a phrase. */
const LONGEST = 4;

function phrasesIn<T>(base: readonly string[], phrases: Map<string, T>) {
  const found: { at: number; end: number; phrase: string; found: T }[] = [];
  for (let at = 0; at < base.length; at++)
    for (let end = Math.min(base.length, at + LONGEST); end > at; end--) {
      const phrase = base.slice(at, end).join(' ');
      const known = phrases.get(phrase);
      if (known === undefined) continue;
      found.push({ at, end, phrase, found: known });
      at = end - 1;
      break;
    }
  return found;
}
