/**
 * Where the words of a group stand: in names of members, nouns, query parameters or actions, in values of states, or in
 * segments of a path.
 */
export type WordKind = 'name' | 'noun' | 'parameter' | 'verb' | 'state' | 'segment';

type Definition = {
  /** Words in lower case, separated by white space. */
  words: string;
  /** Groups whose words this one has too. */
  includes?: readonly WordGroup[];
  kind?: WordKind;
  /** Examples of names with a word of the group. */
  matches: readonly string[];
  /** Examples of names that look similar and whose last word is not in the group. */
  refuses: readonly string[];
  /** Why this group shares words with another one: the reason, by the other group's name. */
  alsoIn?: Readonly<Record<string, string>>;
};

/** Words that mean one thing to the planner. `words` are all of them, `own` those without the included groups. */
export type WordGroup = Readonly<Required<Omit<Definition, 'words' | 'includes'>>> & {
  readonly name: string;
  readonly own: readonly string[];
  readonly words: ReadonlySet<string>;
  has(word: string): boolean;
};

/** Returns a named group of words. test/guards/word-groups.ts tries its examples. */
export function wordGroup(name: string, definition: Definition): WordGroup {
  const { includes = [], kind = 'name', matches, refuses, alsoIn = {} } = definition;
  const own = definition.words.split(/\s+/).filter((word) => word !== '');
  const words = new Set([...includes.flatMap((group) => [...group.words]), ...own]);
  return { name, kind, own, words, matches, refuses, alsoIn, has: (word) => words.has(word) };
}
