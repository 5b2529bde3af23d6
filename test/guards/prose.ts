import type { SourceFile } from './repository.ts';

/** Longer comment lines are read with difficulty, and not at all side by side. */
export const MOST_IN_LINE = 120;

/** Files with longer lines from before the rule; a file leaves the list when its comments are wrapped. */
const STILL_LONG: ReadonlySet<string> = new Set(['planner/resources/lists/paging-of.ts']);

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/;

function longLines({ text }: SourceFile): number[] {
  return text.split('\n').flatMap((line, at) => (COMMENT.test(line) && line.length > MOST_IN_LINE ? [at + 1] : []));
}

/** One line for each comment line that is too long, and for each exempted file that has none any more. */
export function proseViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const lines = longLines(file);
    if (STILL_LONG.has(file.path))
      return lines.length > 0 ? [] : [`${file.path} has short comments now: remove it from STILL_LONG`];
    return lines.map((line) => `${file.path}:${line} has over ${MOST_IN_LINE} characters: wrap the comment`);
  });
}
