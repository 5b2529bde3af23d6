import type { Rule } from '#verifier/plan/rule.ts';
import type { ReasonCode } from '#verifier/result/verdict.ts';
import { REASON_TITLES } from '#verifier/verdicts/reason-titles.ts';
import { verdictTable } from '#verifier/verdicts/verdict-table.ts';
import { reasonCodes } from '../explain/explain-page.ts';
import { reasonPages } from '../explain/reason-pages.ts';
import { testOfRow } from './verdict-rows.ts';

const testOf = (reasonCode: ReasonCode): string => {
  const row = verdictTable.find((one) => one.reasonCode === reasonCode)?.row;
  return row === undefined ? 'verifier/verdicts/judge-result' : testOfRow(row);
};

const termsOf = (reasonCode: ReasonCode): Rule['terms'] => {
  const rows = verdictTable.filter((one) => one.reasonCode === reasonCode);
  const [first = 'no row of the table', ...others] = new Set(rows.map(({ verdict }) => verdict ?? 'a note'));
  return [first, ...others];
};

/** Every reason as a rule: `dezycro explain` says more of each. */
export const REASONS: readonly Rule[] = reasonCodes.map((code) => ({
  id: `reason/${code}`,
  title: REASON_TITLES[code],
  terms: termsOf(code),
  example: reasonPages[code].example,
  test: testOf(code),
}));
