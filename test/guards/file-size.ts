import type { SourceFile } from './repository.ts';

/** Of any file. */
export const MOST_LINES = 400;

/** Of a file of the planner and the engine, whose rules are many. */
export const MOST_LINES_OF_RULES = 300;

const HOLDS_RULES = /^(planner|verifier\/engine)\//;

/** One line for each file that nobody can read in one go. */
export const fileSizeViolations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    const most = HOLDS_RULES.test(path) ? MOST_LINES_OF_RULES : MOST_LINES;
    return lines > most ? [`${path} has ${lines} lines, at most ${most}: make files by subject`] : [];
  });
