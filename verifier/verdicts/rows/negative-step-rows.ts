import type { VerdictRow } from './verdict-row.ts';
import { isDoneForShow, isRefusedInWords, isUnreadList } from '../other-identity.ts';
import {
  succeededThough,
  madeParentToo,
  isAnyReferenceTaken,
  isDoneToNothing,
  isGoneOtherwise,
} from '../row-conditions.ts';

/** Rows of steps that expect a refusal. */
export const NEGATIVE_STEP_ROWS: readonly VerdictRow[] = [
  {
    id: 'row/existence-hidden',
    row: 'N',
    when: (s) => s.outcome === 'not-found' && (s.status === 401 || s.status === 403),
    verdict: 'INCONCLUSIVE_AUTH_REQUIRED',
    reasonCode: 'EXISTENCE_HIDDEN',
  },
  {
    id: 'row/gone-otherwise',
    row: 'N',
    when: isGoneOtherwise,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'UNEXPECTED_STATUS',
  },
  {
    id: 'row/negative-input-refused',
    row: 'N',
    when: (s) => s.negative && [400, 415, 422].includes(s.status),
    verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT',
    reasonCode: 'INPUT_REFUSED',
  },
  {
    id: 'row/nothing-to-act-on',
    row: 'N',
    when: isDoneToNothing,
    verdict: null,
    reasonCode: 'ITEM_NOT_SHOWN',
  },
  {
    id: 'row/any-reference-taken',
    row: 'N',
    when: isAnyReferenceTaken,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'PRECONDITION_NOT_MET',
  },
  {
    id: 'row/unserved-success',
    row: 9,
    when: (s) => s.negative && s.succeeded && s.facts.sameAsNoRoute === true,
    verdict: 'FAIL_DECISIVE_ROUTE_MISSING',
    reasonCode: 'ROUTE_NOT_SERVED',
  },
  {
    id: 'row/refused-in-words',
    row: 'N',
    when: (s) => isRefusedInWords(s) || isDoneForShow(s),
    verdict: null,
    reasonCode: 'UNEXPECTED_STATUS',
  },
  {
    id: 'row/authentication-missing',
    row: 'N',
    when: succeededThough('unauthenticated'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'AUTHN_MISSING',
  },
  {
    id: 'row/function-allowed',
    row: 'N',
    when: succeededThough('forbidden'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'AUTHZ_FUNCTION',
  },
  {
    id: 'row/object-allowed',
    row: 'N',
    when: (s) => succeededThough('cross-persona')(s) && !isUnreadList(s),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'AUTHZ_OBJECT',
  },
  {
    id: 'row/parent-created-too',
    row: 'N',
    when: madeParentToo,
    verdict: null,
    reasonCode: 'UNEXPECTED_STATUS',
  },
  {
    id: 'row/unknown-id-answered',
    row: 'N',
    when: succeededThough('not-found'),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'MISSING_ITEM_ANSWERED',
  },
];
