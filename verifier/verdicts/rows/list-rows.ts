import type { VerdictRow } from './verdict-row.ts';
import { changedByAnother, deletedByAnother } from '../other-identity.ts';
import {
  hasPages,
  some,
  hasUnchanged,
  misstatesRequest,
  isUnsure,
  listedUnfiltered,
  notFound,
  isEcho,
  isLocatedElsewhere,
} from '../row-conditions.ts';

/** Rows of lists, pages and values that are read again. */
export const LIST_ROWS: readonly VerdictRow[] = [
  {
    id: 'row/list-not-exhausted',
    row: 24,
    when: (s) => s.assertions.some((one) => isUnsure(s, one)),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'LIST_NOT_EXHAUSTED',
  },
  {
    id: 'row/changed-by-another',
    row: 23,
    when: changedByAnother,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'AUTHZ_OBJECT',
  },
  {
    id: 'row/gone-from-list',
    row: 23,
    when: (s) => deletedByAnother(s) && s.assertions.some((one) => one.op === 'listContains' && notFound(one)),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'AUTHZ_OBJECT',
  },
  {
    id: 'row/filter-drops-item',
    row: 28,
    when: (s) => s.assertions.some((one) => one.op === 'listContains' && notFound(one)) && listedUnfiltered(s),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'NOT_FILTERED',
  },
  {
    id: 'row/filter-ignored',
    row: 28,
    when: ({ step, assertions }) =>
      assertions.some((one) => one.op === 'listOnly' && one.relation === 'DIFFERENT') ||
      (step.effectOf === undefined && assertions.some((one) => one.op === 'listLacks' && !notFound(one))),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'NOT_FILTERED',
  },
  {
    id: 'row/entry-repeated',
    row: 30,
    when: ({ assertions }) => assertions.some((one) => one.op === 'listContains' && one.twice === true),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'ITEM_REPEATED',
  },
  {
    id: 'row/page-too-long',
    row: 29,
    when: hasPages('TOO_LONG'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'PAGE_SIZE_IGNORED',
  },
  {
    id: 'row/page-repeated',
    row: 29,
    when: hasPages('REPEATED'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'PAGE_REPEATED',
  },
  {
    id: 'row/not-sorted',
    row: 29,
    when: hasPages('MISORDERED'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'NOT_SORTED',
  },
  {
    id: 'row/total-too-small',
    row: 29,
    when: hasPages('MISCOUNTED'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'TOTAL_MISSTATED',
  },
  {
    id: 'row/page-misstated',
    row: 29,
    when: (s) => !isEcho(s) && misstatesRequest(s),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'PAGE_MISSTATED',
  },
  {
    id: 'row/not-in-list',
    row: 23,
    when: ({ assertions }) =>
      assertions.some((one) => (one.op === 'listContains' || one.op === 'listPages') && notFound(one)),
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'NOT_IN_LIST',
  },
  {
    id: 'row/still-in-list',
    row: 23,
    when: ({ assertions }) => assertions.some((one) => one.op === 'listLacks' && !notFound(one)),
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'NOT_DELETED',
  },
  {
    id: 'row/unchanged',
    row: 23,
    when: hasUnchanged,
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'UNCHANGED',
  },
  {
    id: 'row/value-not-stored',
    row: 23,
    when: (s) => some(s, 'DIFFERENT'),
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'VALUE_NOT_STORED',
  },
  {
    id: 'row/location-misleads',
    row: 33,
    when: isLocatedElsewhere,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'LOCATION_MISLEADS',
  },
];
