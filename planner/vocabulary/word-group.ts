/** Where the words stand: in names of members, resources, query parameters or actions, or in states. */
export type WordKind = 'name' | 'noun' | 'parameter' | 'verb' | 'state';

type Definition = {
  /** Words in lower case, parted by white space. */
  words: string;
  /** Groups whose words belong to this one, too. */
  includes?: readonly WordGroup[];
  kind?: WordKind;
  /** Names with a word of the group. */
  matches: readonly string[];
  /** Names that seem to belong, and whose last word is not in the group. */
  refuses: readonly string[];
  /** By the name of another group: why words of this one stand there, too. */
  alsoIn?: Readonly<Record<string, string>>;
};

/** Words that mean one thing to the planner; `own` = without those of the included groups. */
export type WordGroup = Readonly<Required<Omit<Definition, 'words' | 'includes'>>> & {
  readonly name: string;
  readonly own: readonly string[];
  readonly words: ReadonlySet<string>;
  has(word: string): boolean;
};

/** A named group of words, with examples that test/guards/word-groups.ts tries. */
export function wordGroup(name: string, definition: Definition): WordGroup {
  const { includes = [], kind = 'name', matches, refuses, alsoIn = {} } = definition;
  const own = definition.words.split(/\s+/).filter((word) => word !== '');
  const words = new Set([...includes.flatMap((group) => [...group.words]), ...own]);
  return { name, kind, own, words, matches, refuses, alsoIn, has: (word) => words.has(word) };
}
