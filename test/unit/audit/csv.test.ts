import { expect, test } from 'vitest';
import { csvOf } from '#domain/audit/csv.ts';

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
  ['1-1', '1-1'],
  ['', ''],
])('%j is the cell %j', (text, cell) => {
  expect(csvOf([[text, 'x']])).toBe(`${cell},x\r\n`);
});
