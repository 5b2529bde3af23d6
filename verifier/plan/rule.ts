/**
 * What every registered heuristic says of itself: `dezycro rules` lists it, docs/rules.md shows it, a guard finds what
 * is missing.
 */
export type Rule = {
  /** Its own among all registries: `create/echo`. */
  id: string;
  /** One sentence: what the rule does. */
  title: string;
  /** Standards, and words of the glossary, by which somebody looks for it. */
  terms: readonly [string, ...string[]];
  /** The requests and answers that it is about, as one writes them down. */
  example: string;
  /** The file that tests it: the end of its path below `test/`, without `.test.ts`. */
  test: string;
};
