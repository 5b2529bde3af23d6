import type { VerdictRow } from './verdict-row.ts';
import { answered, isBelowNamesake, refusedControl, refusedByState, refusedValue } from '../row-conditions.ts';

/** Rows of the other 4xx and of 5xx. */
export const REFUSAL_ROWS: readonly VerdictRow[] = [
  {
    id: 'row/value-refused',
    row: 13,
    when: refusedValue,
    verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT',
    reasonCode: 'INPUT_REFUSED',
  },
  {
    id: 'row/value-conflict',
    row: 14,
    when: (s) => s.status === 409 && s.facts.conflictNamesInput === true,
    verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT',
    reasonCode: 'INPUT_CONFLICT',
  },
  {
    id: 'row/state-conflict',
    row: 14,
    when: answered(405, 409),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'STATE_CONFLICT',
  },
  {
    id: 'row/state-refused',
    row: 14,
    when: refusedByState,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'STATE_CONFLICT',
  },
  {
    id: 'row/precondition-refused',
    row: 14,
    when: answered(402, 412, 423, 424, 426, 428, 501),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'PRECONDITION_NOT_MET',
  },
  {
    id: 'row/control-refused',
    row: 14,
    when: refusedControl,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'PRECONDITION_NOT_MET',
  },
  {
    id: 'row/namesake-refused',
    row: 15,
    when: (s) => answered(400, 422)(s) && isBelowNamesake(s),
    verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT',
    reasonCode: 'INPUT_REFUSED',
  },
  {
    id: 'row/own-value-refused',
    row: 15,
    when: (s) => (s.status === 400 || s.status === 422) && s.carriedValue,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'CARRIED_VALUE_REFUSED',
  },
  {
    id: 'row/media-type-refused',
    row: 16,
    when: answered(406, 415),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'MEDIA_TYPE_REFUSED',
  },
  {
    id: 'row/server-error',
    row: 17,
    when: (s) => s.status >= 500,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'SERVER_ERROR',
  },
];
