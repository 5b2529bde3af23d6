import type { VerdictRow } from './verdict-row.ts';
import { isUnreadList } from '../other-identity.ts';
import { afterDelete, foundNothing } from '../row-conditions.ts';

/** Rows of a response as a whole: read after a DELETE, status, body, schema and state. */
export const RESPONSE_ROWS: readonly VerdictRow[] = [
  {
    id: 'row/marked-as-deleted',
    row: 26,
    when: afterDelete('SOFT_DELETED'),
    verdict: null,
    reasonCode: 'SOFT_DELETED',
  },
  {
    id: 'row/id-reused',
    row: 27,
    when: afterDelete('OTHER_ITEM'),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'ID_REUSED',
  },
  {
    id: 'row/shared-not-deleted',
    row: 27,
    when: (s) => s.facts.sharedItem === true && afterDelete('STILL_THERE')(s),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'ID_REUSED',
  },
  {
    id: 'row/deletion-under-way',
    // A deletion that got 202 may take longer than the run waits.
    row: 25,
    when: (s) => s.facts.polling !== undefined && afterDelete('STILL_THERE')(s),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'NOT_FINISHED',
  },
  {
    id: 'row/not-deleted',
    row: 23,
    when: afterDelete('STILL_THERE'),
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'NOT_DELETED',
  },
  {
    id: 'row/status-not-documented',
    row: 18,
    when: (s) => (s.negative || !s.expected) && !isUnreadList(s),
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'UNEXPECTED_STATUS',
  },
  {
    id: 'row/body-empty',
    row: 19,
    when: ({ facts }) => facts.body === 'EMPTY',
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'EMPTY_BODY',
  },
  {
    id: 'row/body-malformed',
    row: 19,
    when: ({ facts }) => facts.body === 'MALFORMED',
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'MALFORMED_BODY',
  },
  {
    id: 'row/media-type-not-documented',
    row: 19,
    when: ({ facts }) => facts.body === 'WRONG_MEDIA_TYPE',
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'WRONG_MEDIA_TYPE',
  },
  {
    id: 'row/schema-broken',
    row: 20,
    when: ({ facts }) => (facts.schemaErrors ?? []).length > 0,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'SCHEMA',
  },
  {
    id: 'row/guard-not-met',
    row: 14,
    when: ({ facts }) => facts.isOff === true,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'PRECONDITION_NOT_MET',
  },
  {
    id: 'row/not-finished',
    row: 25,
    when: ({ facts }) => facts.polling !== undefined,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'NOT_FINISHED',
  },
  {
    id: 'row/nothing-to-take',
    row: 12,
    when: foundNothing,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'PREREQUISITE_NOT_FOUND',
  },
  {
    id: 'row/shared-item',
    row: 27,
    when: ({ facts }) => facts.sharedItem === true,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'ID_REUSED',
  },
  {
    id: 'row/changes-by-itself',
    row: 25,
    when: ({ movesByItself }) => movesByItself,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'NOT_FINISHED',
  },
];
