import type { SourceFile } from './repository.ts';

export const maximumLines = 400;

/** One line for each file that nobody can read in one go. */
export const fileSizeViolations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return lines > maximumLines ? [`${path} has ${lines} lines; at most ${maximumLines}`] : [];
  });
