import type { Role, SurfaceOperation } from '../outcome/surface-operation.ts';
import { wordsOf } from '../vocabulary/words-of.ts';
import { phraseOf } from './phrase-of.ts';
import { baseForms, roleOfVerb, verbsOfNoun } from './role-of-verb.ts';
import type { Mention } from './vocabulary-of.ts';

/**
 * The operations that a verb and an item name. There are several only if each does the same: PUT and PATCH of one path.
 */
export type Resolved = {
  operations: SurfaceOperation[];
  /** Operations that fit equally well. `operations` is empty then. */
  tied: SurfaceOperation[];
};

const NONE: Resolved = { operations: [], tied: [] };

/**
 * Returns how well an operation fits a verb: 2 by its own verb (of an action, only a verb that means no role), 1 by its
 * role, 0.5 for a list if the verb means reading, otherwise 0. By its role, it fits only if its `nouns` have the item.
 */
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
 * Returns the operations that do what the verb `word` says to `thing`. Other words of the sentence (`words`)
 * may decide between two.
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

/**
 * Returns the operations on `thing` with the given role. Other words of the sentence (`words`) may decide between two.
 */
export function withRole(role: Role, thing: Mention, words: readonly string[]): Resolved {
  return single(
    thing.operations.filter((operation) => operation.role === role),
    thing,
    words,
  );
}

/**
 * Returns the operation that a verb without an object names: "a visitor can register". `next` is the word after the
 * verb. If several fit, they are `tied`.
 */
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

/**
 * Returns the create of a part whose noun comes from the verb: "comment on an article", "bind … to a service instance".
 * `phrase` is the item that has the part. If several creates fit, they are `tied`.
 */
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

/**
 * Returns the operations whose nouns are all the phrase, or end in it. Without any, also operations on a part or view
 * of the item count.
 */
function narrowest(found: SurfaceOperation[], { phrase }: Mention): SurfaceOperation[] {
  const exact = found.filter(({ nouns }) => nouns.every((noun) => noun === phrase || noun.endsWith(` ${phrase}`)));
  return exact.length > 0 ? exact : found;
}

/**
 * Returns the operations on one item, if the sentence has the noun in the singular ("a todo"): `PATCH /todos/{id}`
 * without `PATCH /todos`. Otherwise returns all.
 */
function ofOne(found: SurfaceOperation[], { phrase }: Mention, words: readonly string[]): SurfaceOperation[] {
  const head = phrase.split(' ').at(-1) ?? '';
  if (!words.includes(head)) return found;
  const isOfMany = ({ key }: SurfaceOperation): boolean =>
    found.some((other) => other.key.split(' ')[1]?.startsWith(`${key.split(' ')[1]}/{`));
  return found.filter((operation) => !isOfMany(operation));
}

/** True for updates of one path, as PUT and PATCH: they do the same. */
function isOneUpdate(found: readonly SurfaceOperation[]): boolean {
  const paths = new Set(found.map(({ key }) => key.slice(key.indexOf(' ') + 1)));
  return paths.size === 1 && found.every(({ role }) => role === 'update');
}
