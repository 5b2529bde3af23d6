export type GrantRow = { role: string; right: string; file: string; test: string };

/** Noted in the place of a right where a role was refused one. */
export const refusedRight = 'refused';

/** The rows of docs/grants.md; the test is — where none uses the right. */
export const readGrantsTable = (text: string): GrantRow[] =>
  [...text.matchAll(/^\| ([\w-]+) \| ([\w: -]+) \| (test\/\S+|—) \| (.+) \|$/gm)].map((match) => ({
    role: match[1]!,
    right: match[2]!,
    file: match[3]!,
    test: match[4]!.replaceAll('\\|', '|'),
  }));
