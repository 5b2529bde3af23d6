import type { Rule } from '#verifier/plan/rule.ts';
import type { VerdictRow } from '#verifier/verdicts/rows/verdict-row.ts';
import { verdictTable } from '#verifier/verdicts/verdict-table.ts';
import { failedRequestPages } from './failed-request-pages.ts';
import { page } from './row-page.ts';
import { wrongResponsePages } from './wrong-response-pages.ts';

/** The pages of all verdict rows, by id. */
export const rowPages = { ...failedRequestPages, ...wrongResponsePages };

/** Tests of the rows of the verdict table, by their numbers. */
const ROW_TESTS: [last: number, test: string][] = [
  [12, 'verifier/verdicts/rows/rows-01-to-12'],
  [27, 'verifier/verdicts/rows/rows-13-to-27'],
  [33, 'verifier/verdicts/rows/rows-28-to-33'],
];

const fileOfRow = (row: VerdictRow['row']): string =>
  row === 'R'
    ? 'verifier/verdicts/rows/rows-01-to-12'
    : (ROW_TESTS.find(([last]) => Number(row) <= last)?.[1] ?? 'verifier/verdicts/rows/negative-step-rows');

/** The tests of a row. */
export const testOfRow = (row: VerdictRow['row']): Pick<Rule, 'test' | 'testTitle'> => ({
  test: fileOfRow(row),
  testTitle: `row ${row}`,
});

/** Each row of the verdict table as a rule. A row without a page has no title, which the guard of registries reports. */
export const VERDICT_ROWS: readonly Rule[] = verdictTable.map(({ id, row }) => ({
  id,
  ...(rowPages[id] ?? page('', [''], '')),
  ...testOfRow(row),
}));
