/** Place of a group's words: a member's name, noun, query parameter, action, state value or path segment. */
export type WordKind = 'name' | 'noun' | 'parameter' | 'verb' | 'state' | 'segment';

type Definition = {
  /** Words in lower case, separated by white space. */
  words: string;
  /** Groups whose words this group also has. */
  includes?: readonly WordGroup[];
  kind?: WordKind;
  /** Names that have a word of the group or, written without separators, are one. */
  matches: readonly string[];
  /** Names that look similar but whose last word is not in the group. */
  refuses: readonly string[];
  /** Reasons for sharing words with other groups, by the other group's name. */
  alsoIn?: Readonly<Record<string, string>>;
};

/** Words that mean one thing to the planner. `words` are all of them, `own` those without the included groups. */
export type WordGroup = Readonly<Required<Omit<Definition, 'words' | 'includes'>>> & {
  readonly name: string;
  readonly own: readonly string[];
  readonly words: ReadonlySet<string>;
  has(word: string): boolean;
};

/** Returns a named group of words. `test/guards/word-groups.ts` checks its examples. */
export function wordGroup(name: string, definition: Definition): WordGroup {
  const { includes = [], kind = 'name', matches, refuses, alsoIn = {} } = definition;
  const own = definition.words.split(/\s+/).filter((word) => word !== '');
  const words = new Set([...includes.flatMap((group) => [...group.words]), ...own]);
  return { name, kind, own, words, matches, refuses, alsoIn, has: (word) => words.has(word) };
}
