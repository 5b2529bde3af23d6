import type { MadeUpForm } from '../auth/make-up.ts';
import type { Comparison, Json } from '../plan/plan.ts';
import type { TransportFailure } from '../transport/send.ts';
import type { Relation } from './compare-values.ts';

/**
 * What a run observed, without bodies and labels. `classifyJourney` derives the same verdict from it anywhere. Planner
 * and verifier §6.1: "evidence are facts".
 */
export type JourneyFacts = {
  /** The reported attempt and, if the journey was run again to confirm it, the second one. */
  attempts: AttemptFacts[];
};

/** The steps that ran, in order. */
export type AttemptFacts = { nonce: string; steps: StepFacts[] };

export type StepFacts = {
  /** Id of the step in the plan. */
  step: string;
  /** Name of the unset variable that the step needs. Nothing was sent. */
  missingInput?: string;
  /** Why the persona's credentials cannot be used. Nothing was sent. */
  credentialProblem?: string;
  /** Why there was no usable response. BUDGET_SPENT: the run's time was over. STOPPED: the run was interrupted. */
  failure?: TransportFailure | 'BUDGET_SPENT' | 'STOPPED';
  /** HTTP status; 0 without a response. */
  statusCode: number;
  identitySent: boolean;
  /** The form of the forged credentials that the API accepted. SIGN_IN: a name and password that belong to nobody. */
  madeUp?: MadeUpForm | 'SIGN_IN';
  /** For 401: true if the token had expired before the request. */
  tokenExpired?: boolean;
  /** The resends of this request: the status or failure before each, and the wait in ms. */
  resends?: { statusCode?: number; failure?: TransportFailure; waitMs: number }[];
  redirect?: RedirectFacts;
  /** For 409: true if the response names a sent member or text, or says that something exists already. */
  conflictNamesInput?: boolean;
  /**
   * True if a route and not the router gave this refusal: a 404, 410, 405 or 501 with words that routers do not use, or
   * a 405 whose `Allow` lists the sent method.
   */
  answeredByRoute?: boolean;
  /**
   * True if the response has the fingerprint of a random path, false if not. Absent if that was not asked or proves
   * nothing.
   */
  sameAsNoRoute?: boolean;
  /** True if the response has the fingerprint of an unknown id, false if not. Absent if that was not asked. */
  sameAsNoItem?: boolean;
  /** True if a random path and an unknown id get the same response, so that `sameAsNoItem` proves nothing. */
  noItemLikeNoRoute?: boolean;
  /** Other reads that should show the item or its parent. null: unknown, as without a usable response. */
  otherReads?: { kind: 'item' | 'list'; shown: boolean | null }[];
  /** True if another create returned the same item while this journey ran. */
  sharedItem?: boolean;
  /** For 404 and 410 to a DELETE: true if this journey's last write about the item created or updated it. */
  madeBefore?: boolean;
  /** True if a request at this path template has succeeded in this run. The runner sets it for 404 and 410 only. */
  templateServed?: boolean;
  /** For 404 and 410: true if this operation has succeeded in this run. */
  operationServed?: boolean;
  body?: 'EMPTY' | 'MALFORMED' | 'WRONG_MEDIA_TYPE';
  /** True for an undocumented success whose body fits the schema of a documented one. */
  fitsDocumented?: boolean;
  /** Decisive violations of the schema (verdict row 20). Others are notes. */
  schemaErrors?: { pointer: string; keyword: string; message: string }[];
  /** True if the journey must stop: the value to be changed was set before the run, or both personas are one user. */
  isOff?: boolean;
  /** True if a list shows the item of this write, with the captures that the response lacked. */
  foundInList?: boolean;
  /** Captures that the response does not show. */
  missingCaptures?: { name: string; from: 'body' | 'header'; pointer: string; shownElsewhere: boolean }[];
  assertions?: AssertionFacts[];
  /** What the read after a DELETE found, if it succeeded. */
  afterDelete?: 'SOFT_DELETED' | 'OTHER_ITEM' | 'STILL_THERE';
  polling?: 'BUDGET_SPENT' | 'OTHER_TERMINAL_VALUE';
  /**
   * Result of the reads that waited for eventual consistency. FROM_CACHE: the value stayed wrong, and a cache answered
   * although `no-cache` was sent.
   */
  reread?: 'CAME_RIGHT' | 'STAYED_WRONG' | 'FROM_CACHE';
};

export type RedirectFacts = {
  followed: number;
  /** True if the last URL has another path than the requested one, apart from a trailing slash. */
  leftPath: boolean;
  /** True if the last response is an HTML page and the operation documents none. */
  endedOnPage: boolean;
  /** Why the redirects were not followed to their end. */
  stopped?: 'CROSS_ORIGIN' | 'TOO_MANY' | 'NO_TARGET' | 'NOT_FOLLOWED';
};

export type AssertionFacts = {
  op: 'equals' | 'differs' | 'defaulted' | 'located' | 'listContains' | 'listLacks' | 'listOnly' | 'listPages';
  /** JSON Pointer in the response body: of the compared value or, for most assertions about a list, of the list. */
  pointer: string;
  compare?: Comparison;
  relation: Relation;
  /** The compared values with secrets masked, each only if its JSON has at most 1 KiB. */
  expected?: Json;
  actual?: Json;
  /** True if the value shown is one that a refused request of another persona had sent. */
  refusedChange?: boolean;
  /** For ABSENT: true if another read showed the member, or the response has the list under another name. */
  shownElsewhere?: boolean;
  /** For lists: true if each page was read, or the item was found. */
  exhausted?: boolean;
  /** For listContains: true if one response shows the entry more than once. */
  twice?: boolean;
  /**
   * What is wrong with the pages of a list. TOO_LONG: more items than requested. REPEATED: an item or a page twice.
   * MISCOUNTED: a total or page count below what is shown, or an end before the last page. MISTOLD: other wrong page
   * metadata. MISORDERED: two items in the wrong order.
   */
  pages?: 'TOO_LONG' | 'REPEATED' | 'MISCOUNTED' | 'MISTOLD' | 'MISORDERED';
};
