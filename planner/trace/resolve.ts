import type { Role, SurfaceOperation } from '../outcome/surface-operation.ts';
import { wordsOf } from '../vocabulary/words-of.ts';
import { phraseOf } from './phrase-of.ts';
import { baseForms, roleOfVerb, verbsOfNoun } from './role-of-verb.ts';
import type { Mention } from './vocabulary-of.ts';

/** Operations that fit a verb and a thing; more than one only where each is a way of its own to do the same. */
export type Resolved = {
  operations: SurfaceOperation[];
  /** Operations that fit equally well, where nothing tells which is meant. */
  tied: SurfaceOperation[];
};

const NONE: Resolved = { operations: [], tied: [] };

/** How well an operation fits a verb: by its own verb, by what such verbs do, or not at all. */
function fit(operation: SurfaceOperation, word: string, { phrase }: Mention): number {
  const forms = baseForms(word);
  const isOwn = operation.verbs.some((verb) => forms.includes(verb) && (operation.role !== 'act' || !isUsual(verb)));
  if (isOwn) return 2;
  if (!operation.nouns.some((noun) => noun === phrase || noun.endsWith(` ${phrase}`))) return 0;
  const role = roleOfVerb(word);
  if (role === operation.role) return 1;
  return role === 'read' && operation.role === 'list' ? 0.5 : 0;
}

function isUsual(verb: string): boolean {
  return roleOfVerb(verb) !== undefined;
}

/**
 * The operations by which a verb is done to a thing. `words`: the whole sentence, whose other words may tell two apart.
 * Nothing where two fit equally well.
 */
export function resolve(word: string, thing: Mention, words: readonly string[]): Resolved {
  const scored = thing.operations.map((operation) => ({ operation, score: fit(operation, word, thing) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (best === 0) return NONE;
  return single(
    scored.filter(({ score }) => score === best).map(({ operation }) => operation),
    thing,
    words,
  );
}

/** The operations of a thing that have a role. */
export function withRole(role: Role, thing: Mention, words: readonly string[]): Resolved {
  return single(
    thing.operations.filter((operation) => operation.role === role),
    thing,
    words,
  );
}

/** What is done where nothing follows the verb, which alone tells the operation: "a visitor can register". */
export function resolveAlone(
  word: string,
  next: string | undefined,
  operations: readonly SurfaceOperation[],
): Resolved {
  if (next !== undefined && !['with', 'by', 'in', 'at', 'from', 'and', ','].includes(next)) return NONE;
  const forms = baseForms(word);
  const own = operations.filter(({ verbs, role }) =>
    verbs.some((verb) => forms.includes(verb) && (!isUsual(verb) || (role === 'create' && verb === 'register'))),
  );
  const signIns = own.filter(({ verbs }) => verbs.includes('login') && forms.includes('login'));
  const found = signIns.length > 0 ? signIns : own;
  return found.length === 1 ? { operations: found, tied: [] } : { operations: [], tied: found };
}

/** What makes a part of a thing, and is named by the part: "comment on an article", "bind … to a service instance". */
export function resolveByPart(word: string, { phrase }: Mention, operations: readonly SurfaceOperation[]): Resolved {
  const forms = baseForms(word);
  const found = operations.filter(
    ({ role, nouns, key }) =>
      role === 'create' &&
      nouns.some((noun) => verbsOfNoun(noun).some((verb) => forms.includes(verb))) &&
      key.split(/[ /]/).some((segment) => phraseOf(wordsOf(segment)).endsWith(phrase)),
  );
  return found.length === 1 ? { operations: found, tied: [] } : { operations: [], tied: found };
}

function single(found: SurfaceOperation[], thing: Mention, words: readonly string[]): Resolved {
  if (found.length <= 1) return { operations: found, tied: [] };
  const named = found.filter(({ verbs }) =>
    words.some((word) => baseForms(word).some((form) => verbs.includes(form) && form !== thing.phrase)),
  );
  const narrowed = narrowest(ofOne(named.length > 0 ? named : found, thing, words), thing);
  return narrowed.length === 1 || isOneUpdate(narrowed)
    ? { operations: narrowed, tied: [] }
    : { operations: [], tied: narrowed };
}

/** Those whose thing is called just so, before those whose thing is a part of it or a view. */
function narrowest(found: SurfaceOperation[], { phrase }: Mention): SurfaceOperation[] {
  const exact = found.filter(({ nouns }) => nouns.every((noun) => noun === phrase || noun.endsWith(` ${phrase}`)));
  return exact.length > 0 ? exact : found;
}

/** Where the sentence speaks of one thing ("a todo"), what changes one goes before what changes many (PATCH /todos). */
function ofOne(found: SurfaceOperation[], { phrase }: Mention, words: readonly string[]): SurfaceOperation[] {
  const head = phrase.split(' ').at(-1) ?? '';
  if (!words.includes(head)) return found;
  const isOfMany = ({ key }: SurfaceOperation): boolean =>
    found.some((other) => other.key.split(' ')[1]?.startsWith(`${key.split(' ')[1]}/{`));
  return found.filter((operation) => !isOfMany(operation));
}

/** PUT and PATCH of one path are two ways to one change. */
function isOneUpdate(found: readonly SurfaceOperation[]): boolean {
  const paths = new Set(found.map(({ key }) => key.slice(key.indexOf(' ') + 1)));
  return paths.size === 1 && found.every(({ role }) => role === 'update');
}
