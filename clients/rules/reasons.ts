import type { Rule } from '#verifier/plan/rule.ts';
import type { ReasonCode } from '#verifier/result/verdict.ts';
import { REASON_TITLES } from '#verifier/verdicts/reason-titles.ts';
import { verdictTable } from '#verifier/verdicts/verdict-table.ts';
import { reasonCodes } from '../explain/explain-page.ts';
import { reasonPages } from '../explain/reason-pages.ts';
import { testOfRow } from './verdict-rows.ts';

/** Tests of the reasons that no row gives. */
const TESTS_WITHOUT_ROW: Partial<Record<ReasonCode, Pick<Rule, 'test' | 'testTitle'>>> = {
  FLAKY: {
    test: 'verifier/verdicts/confirmation',
    testTitle: 'a decisive failure without a second attempt is FLAKY',
  },
  NO_EVIDENCE: {
    test: 'verifier/verdicts/judge-result',
    testTitle: 'a failure that no step explains is NO_EVIDENCE',
  },
  UNPROVEN: {
    test: 'verifier/verdicts/judge-result',
    testTitle: 'a pass without facts needs each value that the plan asserts, at its step',
  },
  CAUSED_BY: {
    test: 'verifier/verdicts/group-causes',
    testTitle: 'of others the shorter journey owns the cause: it is about nothing else',
  },
};

/** The tests of a reason. One without a row and a test has empty names, which the guard of registries reports. */
const testOf = (reasonCode: ReasonCode): Pick<Rule, 'test' | 'testTitle'> => {
  const row = verdictTable.find((one) => one.reasonCode === reasonCode)?.row;
  return row === undefined ? (TESTS_WITHOUT_ROW[reasonCode] ?? { test: '', testTitle: '' }) : testOfRow(row);
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
  ...testOf(code),
}));
