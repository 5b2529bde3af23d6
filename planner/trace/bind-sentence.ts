import { claimsOfRefusal } from './claims-of-refusal.ts';
import { claimsOfSuccess } from './claims-of-success.ts';
import { readSentence, type Sentence } from './read-sentence.ts';
import { type Bound, nothing } from './claim.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import type { Vocabulary } from './vocabulary-of.ts';

const TIME =
  /\b(?:within|every|each|for|after|per) (?:an? |one |two |three |four |five |ten |thirty |ninety |\d+ )?(?:milli)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|nights?)\b|\b(?:nightly|daily|weekly|monthly|hourly)\b|%/i;

/**
 * Returns the operations of which a sentence of a requirement demands something, or the reason why there are none.
 * `AMBIGUOUS`: several operations fit equally well.
 */
export function bindSentence(text: string, vocabulary: Vocabulary, personas: readonly string[]): Bound {
  if (TIME.test(text))
    return nothing('NOT_OBSERVABLE', 'It speaks of time or of a share, which no single answer shows.');
  const clause = clauseOf(text);
  if (clause === undefined) return nothing('NAMES_NOTHING', 'No one cell of the row says what must or may be done.');
  const sentence = readSentence(clause, vocabulary);
  const bound =
    claimsOfLists(sentence, vocabulary) ??
    claimsOfRefusal(sentence, vocabulary, personas) ??
    claimsOfSuccess(sentence, vocabulary);
  return bound;
}

/**
 * Returns the only cell of a table row that demands something ("must", "may"). "|" and " – " divide cells; text without
 * them is returned whole. Undefined if no cell or several cells demand something.
 */
export function clauseOf(text: string): string | undefined {
  const cells = text.split(/\s–\s|\|/).filter((cell) => cell.trim() !== '');
  if (cells.length < 2) return text;
  const clauses = cells.filter((cell) => /\b(?:must|shall|should|may|can|cannot|could|will)\b/i.test(cell));
  return clauses.length === 1 ? clauses[0] : undefined;
}

/**
 * Returns the claim of a sentence about pages or filters. It is on the list of the named item. For filters without a
 * named item, it is on the only list with such a parameter. Undefined for other sentences, and if not exactly one fits.
 */
function claimsOfLists(sentence: Sentence, { operations, nouns, fields }: Vocabulary): Bound | undefined {
  const { words, things, isNegated } = sentence;
  const text = words.join(' ');
  const pages =
    (/\b(?:paged?|pages|paginat\w+)\b/.test(text) && !nouns.has('page')) ||
    /\blimit and (?:an )?offset|offset and (?:a )?limit/.test(text);
  const filters = /\b(?:filter\w*|search(?:able|ed)?|sort(?:ed|able)?)\b/.test(text);
  if (isNegated || !(pages || filters) || (pages && things.length === 0)) return undefined;
  const lists = (things.length > 0 ? things.flatMap((one) => one.operations) : operations).filter(
    ({ role, pages: hasPages, filters: all }) => role === 'list' && (pages ? hasPages : all.length > 0),
  );
  const named = (one: SurfaceOperation): string[] =>
    one.filters.filter((name) => [...fields].some(([phrase, names]) => names.includes(name) && hasAll(words, phrase)));
  const found = filters ? lists.filter((one) => named(one).length > 0) : lists;
  const distinct = [...new Set(found)];
  const [only] = distinct;
  if (only === undefined || distinct.length > 1) return undefined;
  const claim = { operation: only, personas: [] };
  return {
    claims: [
      filters ? { ...claim, outcome: 'filters', fields: named(only) } : { ...claim, outcome: 'pages', fields: [] },
    ],
  };
}

/**
 * True if each word of the phrase is among the words. There it may have an "s" behind it ("task" in "tasks"), or an
 * "e" and further letters ("cancel" in "canceled").
 */
function hasAll(words: readonly string[], phrase: string): boolean {
  return phrase
    .split(' ')
    .every((part) => words.some((word) => word === part || word === `${part}s` || word.startsWith(`${part}e`)));
}
