import { namesSaid, nameWords } from './says-name.ts';
import type { Sentence } from './read-sentence.ts';

/** The personas that an exclusive sentence allows, and the positions of the words that make it exclusive. */
export type Exclusive = { allowed: string[]; marks: number[] };

/** "Nobody but an admin", "no one except an admin", "none other than an admin". */
const NOBODY_BUT = /^(?:nobody|none|no (?:one|user|person|persona|role)) (?:but|except|besides|other than)\b/;

/**
 * Reads the exclusive part of "Only an admin may delete a project", "Nobody but an admin may …" and "A project may
 * only be deleted by an admin". Undefined for other sentences.
 */
export function exclusiveIn(
  { words, begin, modal, isPassive }: Sentence,
  personas: readonly string[],
): Exclusive | undefined {
  const subject = words.slice(begin, Math.max(begin, modal));
  if (subject[0] === 'only') return { allowed: namesSaid(subject, personas), marks: [begin] };
  const nobody = NOBODY_BUT.exec(subject.join(' '))?.[0].split(' ').length ?? 0;
  if (nobody > 0)
    return { allowed: namesSaid(subject, personas), marks: subject.slice(0, nobody).map((_, at) => begin + at) };
  const by = words.lastIndexOf('by');
  const only = words.indexOf('only', modal + 1);
  if (!isPassive || only === -1 || by < modal) return undefined;
  const allowed = namesSaid(words.slice(by), personas);
  return allowed.length > 0 ? { allowed, marks: [only] } : undefined;
}

/** Words for any caller. A persona of such a name is what all the others are: "only users" refuses nobody. */
export const CALLERS = 'user person people persona caller client account'.split(' ');

/** Returns the allowed persona that all the others may be, too. Undefined if there is none. */
export function everybodyIn(allowed: readonly string[]): string | undefined {
  return allowed.find((name) => CALLERS.includes(nameWords(name).join(' ')));
}

/**
 * Returns the personas that the sentence leaves out: those that are none of the allowed ones and no kind of them. A
 * "Super Admin" is an admin. None, if all may be an allowed one.
 */
export function leftOutBy({ allowed }: Exclusive, personas: readonly string[]): string[] {
  if (everybodyIn(allowed) !== undefined) return [];
  const ends = allowed.map((name) => ` ${nameWords(name).join(' ')}`);
  return personas.filter((name) => {
    const said = ` ${nameWords(name).join(' ')}`;
    return !ends.some((end) => said.endsWith(end));
  });
}
