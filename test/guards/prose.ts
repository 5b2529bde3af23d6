import type { SourceFile } from './repository.ts';

/** Longer comment lines are read with difficulty, and not at all side by side. */
export const MOST_IN_LINE = 120;

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/;

function longLines({ text }: SourceFile): number[] {
  return text.split('\n').flatMap((line, at) => (COMMENT.test(line) && line.length > MOST_IN_LINE ? [at + 1] : []));
}

/** One line for each comment line that is too long. */
export function proseViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    longLines(file).map((line) => `${file.path}:${line} has over ${MOST_IN_LINE} characters: wrap the comment`),
  );
}
