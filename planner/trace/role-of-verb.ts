import type { Role } from '../outcome/surface-operation.ts';

/** Verbs by which people call the standard methods. */
const VERBS: Record<Exclude<Role, 'act'>, string> = {
  create: 'create add register submit open publish write post upload define',
  read: 'read view see get retrieve fetch show return access look obtain',
  list: 'list browse enumerate',
  update: 'update edit change modify replace rename set patch adjust correct',
  delete: 'delete remove erase revoke unregister drop',
};

const ROLES = new Map<string, Role>(
  Object.entries(VERBS).flatMap(([role, words]) => words.split(' ').map((word) => [word, role as Role] as const)),
);

/** Words whose base form does not follow from an ending such as -ed or -ing. */
const IRREGULAR: Record<string, string> = {
  seen: 'see',
  shown: 'show',
  written: 'write',
  made: 'make',
  found: 'find',
  kept: 'keep',
  held: 'hold',
  given: 'give',
  taken: 'take',
  said: 'say',
  told: 'tell',
  deletion: 'delete',
  removal: 'remove',
  creation: 'create',
  modification: 'modify',
};

/**
 * Returns the words of which a word may be a form: "cancel" for "cancelled", "read" for "readable". The
 * word itself comes first.
 */
export function baseForms(word: string): string[] {
  const known = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (known !== undefined) return [word, known];
  const stem = /^(.{2,})(?:ed|ing|able|ible)$/.exec(word)?.[1];
  const third = /^(.{2,}?)(?:es|s)$/.exec(word)?.[1];
  const forms = [word];
  if (stem !== undefined) forms.push(stem, `${stem}e`);
  if (stem !== undefined && /([^aeiou])\1$/.test(stem)) forms.push(stem.slice(0, -1));
  if (stem?.endsWith('i')) forms.push(`${stem.slice(0, -1)}y`);
  if (third !== undefined && !word.endsWith('ss')) forms.push(third, `${third}e`);
  return forms;
}

/**
 * Returns the likeliest base form of a word: "export" for "exported", "merge" for "merged", "cancel" for "cancelled".
 */
export function plainVerb(word: string): string {
  const [itself = word, stem, withE, shorter] = baseForms(word);
  if (stem === undefined) return itself;
  const isCut = /(?:[aiou](?:[bcdgklmprtvz])|[vczgsu])$/.test(stem) && !/(?:ss|it|ing)$/.test(stem);
  return shorter ?? (isCut ? withE : stem) ?? stem;
}

/** Returns the role that a verb names: "create" for "adds". Undefined for a verb that names none. */
export function roleOfVerb(word: string): Role | undefined {
  return baseForms(word)
    .map((form) => ROLES.get(form))
    .find((role) => role !== undefined);
}

/** True for a word in -ed and for some other participles: "created", "shown". */
export function isParticiple(word: string): boolean {
  return word.endsWith('ed') || ['seen', 'shown', 'written', 'made', 'found', 'held', 'read', 'set'].includes(word);
}

/** Verbs of sentences about the members of a response: "a task must show …". */
const SHOWS = new Set(
  'show say tell have contain carry include hold display answer return name list be give bear'.split(' '),
);

export function isShowing(word: string): boolean {
  return baseForms(word).some((form) => SHOWS.has(form));
}

/** Returns the verbs by which an item of the noun may be created: "comment" for "comment", "bind" for "binding". */
export function verbsOfNoun(noun: string): string[] {
  const head = noun.split(' ').at(-1) ?? '';
  const stem = /^(.{3,})(?:ing|ment)$/.exec(head)?.[1];
  return stem === undefined ? [head] : [head, stem, `${stem}e`];
}
