import { expect, test } from 'vitest';
import { fileSizeViolations, MOST_LINES, MOST_LINES_OF_RULES } from './file-size.ts';
import { sourceFiles } from './repository.ts';

test('no file is longer than 400 lines, none of planner and engine longer than 300', () => {
  expect(fileSizeViolations(sourceFiles())).toEqual([]);
});

test.each([
  ['src/long.ts', MOST_LINES],
  ['verifier/cli/long.ts', MOST_LINES],
  ['planner/journeys/long.ts', MOST_LINES_OF_RULES],
  ['verifier/engine/step/long.ts', MOST_LINES_OF_RULES],
])('a planted %s of one line more than %i is found, one of so many is not', (path, most) => {
  const file = (lines: number) => [{ path, text: 'x\n'.repeat(lines) }];
  expect(fileSizeViolations(file(most))).toEqual([]);
  expect(fileSizeViolations(file(most + 1))).toEqual([
    `${path} has ${most + 1} lines, at most ${most}: make files by subject`,
  ]);
});
