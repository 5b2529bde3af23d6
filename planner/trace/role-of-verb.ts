import type { Role } from '../outcome/surface-operation.ts';

/** What people call it when something is created, read, listed, changed and deleted. */
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

/** Forms that no ending tells. */
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

/** What a word may be a form of: "cancelled" of "cancel", "readable" of "read"; itself first. */
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

/** The likeliest of a word's base forms: "export" of "exported", "merge" of "merged", "cancel" of "cancelled". */
export function plainVerb(word: string): string {
  const [itself = word, stem, withE, shorter] = baseForms(word);
  if (stem === undefined) return itself;
  const isCut = /(?:[aiou](?:[bcdgklmprtvz])|[vczgsu])$/.test(stem) && !/(?:ss|it|ing)$/.test(stem);
  return shorter ?? (isCut ? withE : stem) ?? stem;
}

/** What a word says is done, where it is one of the usual verbs. */
export function roleOfVerb(word: string): Role | undefined {
  return baseForms(word)
    .map((form) => ROLES.get(form))
    .find((role) => role !== undefined);
}

/** Whether the word has the form of what was done: "created", "shown". */
export function isParticiple(word: string): boolean {
  return word.endsWith('ed') || ['seen', 'shown', 'written', 'made', 'found', 'held', 'read', 'set'].includes(word);
}

/** What things are shown by saying: the sentence is about what an answer holds. */
const SHOWS = new Set(
  'show say tell have contain carry include hold display answer return name list be give bear'.split(' '),
);

export function isShowing(word: string): boolean {
  return baseForms(word).some((form) => SHOWS.has(form));
}

/**
 * What makes a thing of a kind, by the kind's own name: a comment is what somebody comments, a binding what somebody
 * binds.
 */
export function verbsOfNoun(noun: string): string[] {
  const head = noun.split(' ').at(-1) ?? '';
  const stem = /^(.{3,})(?:ing|ment)$/.exec(head)?.[1];
  return stem === undefined ? [head] : [head, stem, `${stem}e`];
}
