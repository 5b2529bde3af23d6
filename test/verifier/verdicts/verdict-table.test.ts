import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verdictTable } from '#verifier/verdicts/verdict-table.ts';
import { hasRow } from '../../guards/test-titles.ts';

const tests = ['rows-01-to-12', 'rows-13-to-27', 'rows-28-to-33', 'negative-step-rows']
  .map((name) => readFileSync(new URL(`./rows/${name}.test.ts`, import.meta.url), 'utf8'))
  .join('\n');

test('every row of the table has a named test', () => {
  const rows = new Set([...verdictTable.map(({ row }) => row), ...Array.from({ length: 32 }, (_, index) => index + 1)]);
  const untested = [...rows].filter((row) => !hasRow(tests, row));
  expect(untested).toEqual([]);
});

test('every reason of the table has a named test', () => {
  const untested = verdictTable.filter(
    ({ verdict, reasonCode }) => verdict !== null && !tests.includes(`'${reasonCode}'`),
  );
  expect(untested).toEqual([]);
});

test('a row is decisive or inconclusive, and only rows 26, 31, one of row 11 and three of the refusals are a pass', () => {
  const passes = verdictTable.filter(({ verdict }) => verdict === null);
  expect(passes.map(({ row }) => row)).toEqual(['N', 'N', 'N', 31, 31, 11, 26]);
  // What an action that takes away has taken away, and what is only marked as deleted.
  expect(passes.filter(({ reasonCode }) => reasonCode === 'SOFT_DELETED').map(({ row }) => row)).toEqual([11, 26]);
});
