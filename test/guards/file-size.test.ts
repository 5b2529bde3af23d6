import { expect, test } from 'vitest';
import { fileSizeViolations, maximumLines } from './file-size.ts';
import { sourceFiles } from './repository.ts';

test('no file is longer than 400 lines', () => {
  expect(fileSizeViolations(sourceFiles())).toEqual([]);
});

test('a planted file of 401 lines is found, one of 400 is not', () => {
  const file = (lines: number) => [{ path: 'src/long.ts', text: 'x\n'.repeat(lines) }];
  expect(fileSizeViolations(file(maximumLines))).toEqual([]);
  expect(fileSizeViolations(file(maximumLines + 1))).toEqual(['src/long.ts has 401 lines; at most 400']);
});
