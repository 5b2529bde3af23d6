import { wordsOf } from '../vocabulary/words-of.ts';
import { bindSentence, clauseOf } from './bind-sentence.ts';
import type { Missing } from './claim.ts';
import { everybodyIn, exclusiveIn } from './exclusive-in.ts';
import { phraseOf } from './phrase-of.ts';
import { readSentence, type Sentence } from './read-sentence.ts';
import { nameWords, withoutS } from './says-name.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import type { Vocabulary } from './vocabulary-of.ts';

/**
 * Result of reading a "must not" or an "only" sentence: the refused personas and operations, or why no journey can be
 * planned from it. `allowed` are the personas of an "only" sentence.
 */
export type Refusal = { personas: string[]; operations: SurfaceOperation[]; allowed?: string[] } | { missing: Missing };

/** Words that leave a refusal as it is. Any other word that is not understood may be a condition. */
const FILLER = new Set(
  'a an the any all every each no not never be been able to also ever and or , by must shall may can'.split(' '),
);
const BINDING = new Set(['must', 'shall', 'may', 'can']);
const PLACE = new Set('in of to from under below on within'.split(' '));

/**
 * Reads "A viewer must not delete a project", or "Only an admin may delete a project": the personas, and the operations
 * that they must be refused. A word that is not understood may be a condition: then no journey is planned (`missing`).
 * Undefined if the sentence is not bound to a refusal to personas.
 */
export function refusalIn(text: string, vocabulary: Vocabulary, personas: readonly string[]): Refusal | undefined {
  const bound = bindSentence(text, vocabulary, personas);
  const clause = clauseOf(text);
  if ('unbound' in bound || clause === undefined) return undefined;
  const sentence = readSentence(clause, vocabulary);
  const [claim] = bound.claims;
  const exclusive = exclusiveIn(sentence, personas);
  if (!(sentence.isNegated || exclusive) || claim?.outcome !== 'persona') return undefined;
  const { personas: refused } = claim;
  const named = exclusive?.allowed ?? refused;
  if (named.length === 0) return { missing: NO_PERSONA };
  const everybody = exclusive && everybodyIn(named);
  if (everybody !== undefined) return { missing: nobodyLeft(`Each persona may be a "${everybody}"`) };
  if (refused.length === 0) return { missing: nobodyLeft('The sentence allows each persona of the project') };
  const modal = sentence.words[sentence.modal] ?? '';
  if (!BINDING.has(modal)) return { missing: notBinding(exclusive ? modal : `${modal} not`) };
  const operations = bound.claims.map(({ operation }) => operation);
  const left = unread(sentence, named, operations, exclusive?.marks);
  if (left.length > 0) return { missing: conditional(left) };
  if (!exclusive) return { personas: refused, operations };
  return { personas: refused, operations, allowed: named };
}

const NO_PERSONA: Missing = {
  reason: 'NO_PERSONA',
  detail: 'The sentence names no persona of the project.',
  edit: 'Name a persona as the project does, or add a persona of the name in the sentence.',
};

function notBinding(modal: string): Missing {
  return {
    reason: 'NOT_BINDING',
    detail: `"${modal}" leaves the server the choice, so no journey can accuse it.`,
    edit: 'Write "must not", or "only … may", if the persona is never let through.',
  };
}

function nobodyLeft(because: string): Missing {
  return {
    reason: 'NO_PERSONA',
    detail: `${because}, so it refuses none.`,
    edit: 'Add a persona that the sentence refuses, or name in a "must not" sentence who is refused.',
  };
}

function conditional(left: readonly string[]): Missing {
  const said = left.map((word) => `"${word}"`).join(', ');
  return {
    reason: 'CONDITION',
    detail: `${said} may be a condition: a journey expects the refusal in every case.`,
    edit: 'Say what the persona is refused in every case in a sentence of its own.',
  };
}

/**
 * Returns the words of the sentence that are neither persona, verb, item, an item above it, filler nor `marks`. A word
 * of place before one of these is left out, too.
 */
function unread(
  { words, things, verbs }: Sentence,
  personas: readonly string[],
  operations: readonly SurfaceOperation[],
  marks: readonly number[] = [],
): string[] {
  const read = new Set([...marks, ...verbs.map(({ at }) => at)]);
  const people = new Set(personas.flatMap(nameWords));
  for (const { at, end, phrase, operations: named } of things) {
    const isMeant = operations.every((one) => named.includes(one) || leadsThrough(one, phrase));
    if (isMeant) for (let each = at; each < end; each++) read.add(each);
  }
  return words.filter((word, at) => {
    if (read.has(at) || FILLER.has(word) || people.has(withoutS(word))) return false;
    const behind = words.findIndex((next, later) => later > at && !FILLER.has(next));
    return !(PLACE.has(word) && read.has(behind));
  });
}

/** True if the operation's path has a segment for the phrase: "project" for `/projects/{id}/tasks`. */
function leadsThrough({ key }: SurfaceOperation, phrase: string): boolean {
  return key.split(/[ /]/).some((segment) => phraseOf(wordsOf(segment)).endsWith(phrase));
}
