/**
 * What each registered heuristic states about itself. `dezycro rules` lists it, docs/rules.md shows it, and a guard
 * reports missing parts.
 */
export type Rule = {
  /** Unique among all registries: `create/echo`. */
  id: string;
  /** One sentence that says what the rule does. */
  title: string;
  /** Standards and glossary words by which the rule is found. */
  terms: readonly [string, ...string[]];
  /** The requests and responses of the rule, as plain text. */
  example: string;
  /** The file that tests the rule: its path below `test/`, without `.test.ts`. */
  test: string;
  /** The title of the test, as the file writes it. For rows of the verdict table, `row` and its number. */
  testTitle: string;
};
