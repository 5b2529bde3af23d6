import type { ReasonCode, Verdict } from '../result/verdict.ts';
import {
  isAbsentByItself,
  isCallForNothing,
  isDisplaced,
  isNotHere,
  isNotTakenAway,
  looksUnserved,
} from './absent-by-itself.ts';
import { isAnotherAnswer, isToldAlone } from './another-answer.ts';
import { canReadElsewhere, hasOtherRead, isBelowShown, shownByOtherRead } from './other-reads.ts';
import { changedByAnother, deletedByAnother, isDoneForShow, isRefusedInWords, isUnreadList } from './other-identity.ts';
import type { Situation } from './situation.ts';
import {
  failedBy,
  answered,
  isBelowNamesake,
  succeededThough,
  afterDelete,
  hasPages,
  asksForItem,
  redirectedElsewhere,
  goneUnnamed,
  refusedControl,
  refusedOfShared,
  looksLikeNoItem,
  some,
  hasUnchanged,
  misstatesRequest,
  isUnsure,
  listedUnfiltered,
  madeParentToo,
  notFound,
  isEcho,
  isDefaultedOtherwise,
  isLocatedElsewhere,
  foundNothing,
  namesNothingOutside,
  saysNothingWaits,
  isUntold,
  isDoneToNothing,
  isGoneOtherwise,
  isNotGone,
  refusedByState,
  refusedReference,
  refusedBeside,
  refusedInWords,
  refusedUpsert,
  refusedValue,
} from './row-conditions.ts';

/**
 * The verdict table of planner and verifier §6.1. Rows are tried in order on a failed step; the first whose `when` is
 * true decides. `row`: its number there; N = negative steps, R = consistency re-reads. A null verdict is a pass with
 * the reason as a note.
 */
export type VerdictRow = {
  row: number | 'N' | 'R';
  when: (s: Situation) => boolean;
  verdict: Verdict | null;
  reasonCode: ReasonCode;
};

const ROUTE = 'FAIL_DECISIVE_ROUTE_MISSING';
const CONTRACT = 'FAIL_DECISIVE_CONTRACT';
const PERSISTENCE = 'FAIL_DECISIVE_PERSISTENCE';
const AUTH = 'INCONCLUSIVE_AUTH_REQUIRED';
const SETUP = 'INCONCLUSIVE_SETUP_REQUIRED';
const INPUT = 'INCONCLUSIVE_INPUT_CONSTRAINT';

export const verdictTable: readonly VerdictRow[] = [
  { row: 1, when: ({ facts }) => facts.missingInput !== undefined, verdict: SETUP, reasonCode: 'PARAMETER_NOT_SET' },
  {
    row: 2,
    when: ({ facts }) => facts.credentialProblem !== undefined,
    verdict: AUTH,
    reasonCode: 'CREDENTIAL_UNAVAILABLE',
  },
  { row: 3, when: failedBy('UNRESOLVED', 'REFUSED'), verdict: SETUP, reasonCode: 'TARGET_UNREACHABLE' },
  { row: 3, when: failedBy('TLS_UNTRUSTED'), verdict: SETUP, reasonCode: 'TLS_UNTRUSTED' },
  { row: 3, when: failedBy('TIMEOUT', 'BUDGET_SPENT', 'STOPPED'), verdict: SETUP, reasonCode: 'TIMEOUT' },
  { row: 3, when: ({ facts }) => facts.failure !== undefined, verdict: SETUP, reasonCode: 'CONNECTION_BROKEN' },
  { row: 4, when: answered(429, 502, 503, 504, 408, 425), verdict: SETUP, reasonCode: 'TARGET_BUSY' },
  {
    row: 5,
    when: (s) => s.status === 401 && s.facts.identitySent && asksForItem(s) && s.facts.tokenExpired === true,
    verdict: AUTH,
    reasonCode: 'TOKEN_EXPIRED',
  },
  {
    row: 5,
    when: (s) => s.status === 401 && s.facts.identitySent && asksForItem(s),
    verdict: AUTH,
    reasonCode: 'CREDENTIAL_REJECTED',
  },
  { row: 6, when: (s) => s.status === 401 && asksForItem(s), verdict: AUTH, reasonCode: 'NO_IDENTITY' },
  { row: 7, when: (s) => s.status === 403 && asksForItem(s), verdict: AUTH, reasonCode: 'PERSONA_FORBIDDEN' },
  { row: 8, when: redirectedElsewhere, verdict: SETUP, reasonCode: 'UNEXPECTED_REDIRECT' },

  {
    row: 'N',
    when: (s) => s.outcome === 'not-found' && (s.status === 401 || s.status === 403),
    verdict: AUTH,
    reasonCode: 'EXISTENCE_HIDDEN',
  },
  { row: 'N', when: isGoneOtherwise, verdict: CONTRACT, reasonCode: 'UNEXPECTED_STATUS' },
  {
    row: 'N',
    when: (s) => s.negative && [400, 415, 422].includes(s.status),
    verdict: INPUT,
    reasonCode: 'INPUT_REFUSED',
  },
  { row: 'N', when: isDoneToNothing, verdict: null, reasonCode: 'ITEM_NOT_SHOWN' },
  {
    row: 9,
    when: (s) => s.negative && s.succeeded && s.facts.sameAsNoRoute === true,
    verdict: ROUTE,
    reasonCode: 'ROUTE_NOT_SERVED',
  },
  { row: 'N', when: (s) => isRefusedInWords(s) || isDoneForShow(s), verdict: null, reasonCode: 'UNEXPECTED_STATUS' },
  { row: 'N', when: succeededThough('unauthenticated'), verdict: CONTRACT, reasonCode: 'AUTHN_MISSING' },
  { row: 'N', when: succeededThough('forbidden'), verdict: CONTRACT, reasonCode: 'AUTHZ_FUNCTION' },
  {
    row: 'N',
    when: (s) => succeededThough('cross-persona')(s) && !isUnreadList(s),
    verdict: CONTRACT,
    reasonCode: 'AUTHZ_OBJECT',
  },
  { row: 'N', when: madeParentToo, verdict: null, reasonCode: 'UNEXPECTED_STATUS' },
  { row: 'N', when: succeededThough('not-found'), verdict: CONTRACT, reasonCode: 'MISSING_ITEM_ANSWERED' },

  {
    row: 'R',
    when: ({ facts }) => facts.reread === 'CAME_RIGHT' || facts.reread === 'FROM_CACHE',
    verdict: SETUP,
    reasonCode: 'EVENTUALLY_CONSISTENT',
  },
  {
    row: 9,
    when: (s) => answered(405, 501)(s) && !isAbsentByItself(s) && !isNotHere(s) && s.facts.answeredByRoute !== true,
    verdict: ROUTE,
    reasonCode: 'ROUTE_NOT_SERVED',
  },
  {
    row: 14,
    when: (s) => isDisplaced(s) || isNotGone(s) || saysNothingWaits(s),
    verdict: SETUP,
    reasonCode: 'STATE_CONFLICT',
  },
  { row: 27, when: refusedOfShared, verdict: SETUP, reasonCode: 'ID_REUSED' },
  { row: 9, when: isNotTakenAway, verdict: ROUTE, reasonCode: 'ROUTE_NOT_SERVED' },
  { row: 31, when: isCallForNothing, verdict: null, reasonCode: 'ITEM_NOT_SHOWN' },
  { row: 9, when: looksUnserved, verdict: ROUTE, reasonCode: 'ROUTE_NOT_SERVED' },
  { row: 12, when: namesNothingOutside, verdict: SETUP, reasonCode: 'PREREQUISITE_NOT_FOUND' },
  { row: 13, when: refusedReference, verdict: INPUT, reasonCode: 'INPUT_REFUSED' },
  { row: 12, when: refusedUpsert, verdict: SETUP, reasonCode: 'PREREQUISITE_NOT_FOUND' },
  {
    row: 12,
    when: (s) => isAbsentByItself(s) && foundNothing(s),
    verdict: SETUP,
    reasonCode: 'PREREQUISITE_NOT_FOUND',
  },
  { row: 31, when: isAbsentByItself, verdict: null, reasonCode: 'ITEM_NOT_SHOWN' },
  { row: 9, when: goneUnnamed, verdict: ROUTE, reasonCode: 'ROUTE_NOT_SERVED' },

  {
    row: 23,
    when: (s) => s.gone && s.ownItem && deletedByAnother(s) && !shownByOtherRead(s),
    verdict: CONTRACT,
    reasonCode: 'AUTHZ_OBJECT',
  },
  { row: 12, when: refusedInWords, verdict: SETUP, reasonCode: 'PREREQUISITE_NOT_FOUND' },
  {
    row: 10,
    when: (s) => s.gone && isBelowShown(s) && s.facts.sameAsNoRoute === false && s.facts.operationServed === true,
    verdict: CONTRACT,
    reasonCode: 'UNEXPECTED_STATUS',
  },
  { row: 13, when: (s) => refusedBeside(s) && shownByOtherRead(s), verdict: INPUT, reasonCode: 'INPUT_REFUSED' },
  {
    row: 10,
    when: (s) => s.gone && s.ownItem && shownByOtherRead(s),
    verdict: ROUTE,
    reasonCode: 'METHOD_NOT_SERVED',
  },
  {
    row: 12,
    when: (s) => s.gone && isBelowNamesake(s),
    verdict: SETUP,
    reasonCode: 'PREREQUISITE_NOT_FOUND',
  },
  { row: 11, when: (s) => s.gone && s.changesUnseen, verdict: SETUP, reasonCode: 'PREREQUISITE_NOT_FOUND' },
  { row: 11, when: (s) => s.gone && s.ownItem && s.step.mayBeGone === true, verdict: null, reasonCode: 'SOFT_DELETED' },
  {
    row: 11,
    when: (s) => s.gone && s.ownItem && (hasOtherRead(s) || looksLikeNoItem(s) || s.facts.templateServed === true),
    verdict: PERSISTENCE,
    reasonCode: 'ITEM_LOST',
  },
  { row: 11, when: (s) => s.gone && s.ownItem, verdict: ROUTE, reasonCode: 'ROUTE_NOT_SERVED' },
  { row: 12, when: (s) => s.gone, verdict: SETUP, reasonCode: 'PREREQUISITE_NOT_FOUND' },

  {
    row: 13,
    when: refusedValue,
    verdict: INPUT,
    reasonCode: 'INPUT_REFUSED',
  },
  {
    row: 14,
    when: (s) => s.status === 409 && s.facts.conflictNamesInput === true,
    verdict: INPUT,
    reasonCode: 'INPUT_CONFLICT',
  },
  { row: 14, when: answered(405, 409), verdict: SETUP, reasonCode: 'STATE_CONFLICT' },
  { row: 14, when: refusedByState, verdict: SETUP, reasonCode: 'STATE_CONFLICT' },
  { row: 14, when: answered(402, 412, 423, 424, 426, 428, 501), verdict: SETUP, reasonCode: 'PRECONDITION_NOT_MET' },
  { row: 14, when: refusedControl, verdict: SETUP, reasonCode: 'PRECONDITION_NOT_MET' },
  {
    row: 15,
    when: (s) => answered(400, 422)(s) && isBelowNamesake(s),
    verdict: INPUT,
    reasonCode: 'INPUT_REFUSED',
  },
  {
    row: 15,
    when: (s) => (s.status === 400 || s.status === 422) && s.carriedValue,
    verdict: CONTRACT,
    reasonCode: 'CARRIED_VALUE_REFUSED',
  },
  { row: 16, when: answered(406, 415), verdict: CONTRACT, reasonCode: 'MEDIA_TYPE_REFUSED' },
  { row: 17, when: (s) => s.status >= 500, verdict: CONTRACT, reasonCode: 'SERVER_ERROR' },

  { row: 26, when: afterDelete('SOFT_DELETED'), verdict: null, reasonCode: 'SOFT_DELETED' },
  { row: 27, when: afterDelete('OTHER_ITEM'), verdict: SETUP, reasonCode: 'ID_REUSED' },
  {
    row: 27,
    when: (s) => s.facts.sharedItem === true && afterDelete('STILL_THERE')(s),
    verdict: SETUP,
    reasonCode: 'ID_REUSED',
  },
  {
    // A deletion that got 202 may take longer than the run waits.
    row: 25,
    when: (s) => s.facts.polling !== undefined && afterDelete('STILL_THERE')(s),
    verdict: SETUP,
    reasonCode: 'NOT_FINISHED',
  },
  { row: 23, when: afterDelete('STILL_THERE'), verdict: PERSISTENCE, reasonCode: 'NOT_DELETED' },

  {
    row: 18,
    when: (s) => (s.negative || !s.expected) && !isUnreadList(s),
    verdict: CONTRACT,
    reasonCode: 'UNEXPECTED_STATUS',
  },
  { row: 19, when: ({ facts }) => facts.body === 'EMPTY', verdict: CONTRACT, reasonCode: 'EMPTY_BODY' },
  { row: 19, when: ({ facts }) => facts.body === 'MALFORMED', verdict: CONTRACT, reasonCode: 'MALFORMED_BODY' },
  {
    row: 19,
    when: ({ facts }) => facts.body === 'WRONG_MEDIA_TYPE',
    verdict: CONTRACT,
    reasonCode: 'WRONG_MEDIA_TYPE',
  },
  { row: 20, when: ({ facts }) => (facts.schemaErrors ?? []).length > 0, verdict: CONTRACT, reasonCode: 'SCHEMA' },
  { row: 14, when: ({ facts }) => facts.isOff === true, verdict: SETUP, reasonCode: 'PRECONDITION_NOT_MET' },
  { row: 25, when: ({ facts }) => facts.polling !== undefined, verdict: SETUP, reasonCode: 'NOT_FINISHED' },
  { row: 12, when: foundNothing, verdict: SETUP, reasonCode: 'PREREQUISITE_NOT_FOUND' },
  // Another journey that got the same item may have changed it.
  { row: 27, when: ({ facts }) => facts.sharedItem === true, verdict: SETUP, reasonCode: 'ID_REUSED' },
  { row: 25, when: ({ movesByItself }) => movesByItself, verdict: SETUP, reasonCode: 'NOT_FINISHED' },
  { row: 32, when: isDefaultedOtherwise, verdict: CONTRACT, reasonCode: 'DEFAULT_NOT_TAKEN' },
  {
    row: 21,
    when: (s) => (s.missing.length > 0 && isAnotherAnswer(s.step, s.status)) || isUntold(s),
    verdict: SETUP,
    reasonCode: 'ITEM_NOT_SHOWN',
  },
  {
    row: 21,
    when: (s) => isToldAlone(s) && (s.missing.some((field) => field.shownElsewhere) || !canReadElsewhere(s)),
    verdict: SETUP,
    reasonCode: 'ITEM_NOT_SHOWN',
  },
  {
    row: 21,
    when: ({ missing }) => missing.some((field) => field.shownElsewhere || field.from === 'header'),
    verdict: CONTRACT,
    reasonCode: 'FIELD_MISSING',
  },
  {
    // If nothing else can be read, a member that the write's response lacks may still be stored.
    row: 21,
    when: (s) => s.missing.length > 0 && isEcho(s) && !canReadElsewhere(s),
    verdict: CONTRACT,
    reasonCode: 'FIELD_MISSING',
  },
  { row: 21, when: ({ missing }) => missing.length > 0, verdict: PERSISTENCE, reasonCode: 'VALUE_LOST' },
  {
    row: 22,
    when: (s) => some(s, 'NORMALISED') && !some(s, 'DIFFERENT') && !hasUnchanged(s),
    verdict: INPUT,
    reasonCode: 'SERVER_NORMALISED',
  },
  {
    row: 22,
    when: (s) => isEcho(s) && some(s, 'DIFFERENT'),
    verdict: PERSISTENCE,
    reasonCode: 'VALUE_ALTERED',
  },
  {
    row: 24,
    when: (s) => s.assertions.some((one) => isUnsure(s, one)),
    verdict: SETUP,
    reasonCode: 'LIST_NOT_EXHAUSTED',
  },
  { row: 23, when: changedByAnother, verdict: CONTRACT, reasonCode: 'AUTHZ_OBJECT' },
  {
    row: 23,
    when: (s) => deletedByAnother(s) && s.assertions.some((one) => one.op === 'listContains' && notFound(one)),
    verdict: CONTRACT,
    reasonCode: 'AUTHZ_OBJECT',
  },
  {
    row: 28,
    when: (s) => s.assertions.some((one) => one.op === 'listContains' && notFound(one)) && listedUnfiltered(s),
    verdict: CONTRACT,
    reasonCode: 'NOT_FILTERED',
  },
  {
    row: 28,
    when: ({ step, assertions }) =>
      assertions.some((one) => one.op === 'listOnly' && one.relation === 'DIFFERENT') ||
      (step.effectOf === undefined && assertions.some((one) => one.op === 'listLacks' && !notFound(one))),
    verdict: CONTRACT,
    reasonCode: 'NOT_FILTERED',
  },
  {
    row: 30,
    when: ({ assertions }) => assertions.some((one) => one.op === 'listContains' && one.twice === true),
    verdict: CONTRACT,
    reasonCode: 'ITEM_REPEATED',
  },
  { row: 29, when: hasPages('TOO_LONG'), verdict: CONTRACT, reasonCode: 'PAGE_SIZE_IGNORED' },
  { row: 29, when: hasPages('REPEATED'), verdict: CONTRACT, reasonCode: 'PAGE_REPEATED' },
  { row: 29, when: hasPages('MISORDERED'), verdict: CONTRACT, reasonCode: 'NOT_SORTED' },
  { row: 29, when: hasPages('MISCOUNTED'), verdict: CONTRACT, reasonCode: 'TOTAL_MISSTATED' },
  { row: 29, when: (s) => !isEcho(s) && misstatesRequest(s), verdict: CONTRACT, reasonCode: 'PAGE_MISSTATED' },
  {
    row: 23,
    when: ({ assertions }) =>
      assertions.some((one) => (one.op === 'listContains' || one.op === 'listPages') && notFound(one)),
    verdict: PERSISTENCE,
    reasonCode: 'NOT_IN_LIST',
  },
  {
    row: 23,
    when: ({ assertions }) => assertions.some((one) => one.op === 'listLacks' && !notFound(one)),
    verdict: PERSISTENCE,
    reasonCode: 'NOT_DELETED',
  },
  { row: 23, when: hasUnchanged, verdict: PERSISTENCE, reasonCode: 'UNCHANGED' },
  { row: 23, when: (s) => some(s, 'DIFFERENT'), verdict: PERSISTENCE, reasonCode: 'VALUE_NOT_STORED' },
  { row: 33, when: isLocatedElsewhere, verdict: CONTRACT, reasonCode: 'LOCATION_MISLEADS' },
];
