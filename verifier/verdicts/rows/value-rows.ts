import type { VerdictRow } from './verdict-row.ts';
import { isAnotherAnswer, isToldAlone } from '../another-answer.ts';
import { canReadElsewhere } from '../other-reads.ts';
import { some, isEcho, isDefaultedOtherwise, isUntold, hasUnchanged } from '../row-conditions.ts';

/** Rows of single values in a response. */
export const VALUE_ROWS: readonly VerdictRow[] = [
  {
    id: 'row/default-not-taken',
    row: 32,
    when: isDefaultedOtherwise,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'DEFAULT_NOT_TAKEN',
  },
  {
    id: 'row/other-documented-response',
    row: 21,
    when: (s) => (s.missing.length > 0 && isAnotherAnswer(s.step, s.status)) || isUntold(s),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'ITEM_NOT_SHOWN',
  },
  {
    id: 'row/shows-id-only',
    row: 21,
    when: (s) => isToldAlone(s) && (s.missing.some((field) => field.shownElsewhere) || !canReadElsewhere(s)),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'ITEM_NOT_SHOWN',
  },
  {
    id: 'row/member-missing',
    row: 21,
    when: ({ missing }) => missing.some((field) => field.shownElsewhere || field.from === 'header'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'FIELD_MISSING',
  },
  {
    id: 'row/echo-incomplete',
    // If nothing else can be read, a member that the write's response lacks may still be stored.
    row: 21,
    when: (s) => s.missing.length > 0 && isEcho(s) && !canReadElsewhere(s),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'FIELD_MISSING',
  },
  {
    id: 'row/value-lost',
    row: 21,
    when: ({ missing }) => missing.length > 0,
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'VALUE_LOST',
  },
  {
    id: 'row/notation-changed',
    row: 22,
    when: (s) => some(s, 'NORMALISED') && !some(s, 'DIFFERENT') && !hasUnchanged(s),
    verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT',
    reasonCode: 'SERVER_NORMALISED',
  },
  {
    id: 'row/value-altered',
    row: 22,
    when: (s) => isEcho(s) && some(s, 'DIFFERENT'),
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'VALUE_ALTERED',
  },
];
