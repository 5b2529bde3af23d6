import { clean } from '#verifier/reporters/terminal-text.ts';
import { wrapText } from '#verifier/reporters/wrap-text.ts';

/** Wide enough for every kind of journey, and for "9999 operations". */
const COLUMN = 23;

/** Puts a line below the texts of `labelled`. */
export const INDENT = ' '.repeat(COLUMN + 2);

/** A text behind a label in the first column, at 80 columns. */
export const labelled = (label: string, text: string, colour: (text: string) => string): string[] => {
  const [first = '', ...rest] = wrapText(`  ${label.padEnd(COLUMN)}`, clean(text));
  return [first.replace(label, colour(label)), ...rest];
};
