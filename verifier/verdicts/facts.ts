import type { MadeUpForm } from '../auth/make-up.ts';
import type { Comparison, Json } from '../plan/plan.ts';
import type { TransportFailure } from '../transport/send.ts';
import type { Relation } from './compare-values.ts';

/**
 * What a run observed, without bodies and without labels: enough for `classifyJourney` to come to the same verdict
 * anywhere. Planner and verifier §6.1: "evidence are facts".
 */
export type JourneyFacts = {
  /** The first attempt and, after a decisive first one, its confirmation. */
  attempts: AttemptFacts[];
};

/** Steps in order, up to the first that did not meet its expectation. */
export type AttemptFacts = { nonce: string; steps: StepFacts[] };

export type StepFacts = {
  /** The step's id in the plan. */
  step: string;
  /** The unset variable that the step needs; nothing was sent. */
  missingInput?: string;
  /** Why the persona's credential could not be used, in the specified words; nothing was sent. */
  credentialProblem?: string;
  /** Why no usable answer came. BUDGET_SPENT: the run's total time was over; STOPPED: the run was interrupted. */
  failure?: TransportFailure | 'BUDGET_SPENT' | 'STOPPED';
  /** 0 where no answer came. */
  statusCode: number;
  identitySent: boolean;
  /**
   * The credentials were ones that nobody has, and in what way: a step that is refused without an identity was let in
   * with them.
   */
  madeUp?: MadeUpForm | 'SIGN_IN';
  /** The credential's own expiry lay before the request. */
  tokenExpired?: boolean;
  /** Every resend of this request: what came before it and how long the runner waited. */
  resends?: { statusCode?: number; failure?: TransportFailure; waitMs: number }[];
  redirect?: RedirectFacts;
  /** 409 only: the answer names a sent field or value, or says that it exists already. */
  conflictNamesInput?: boolean;
  /**
   * A refusal that no router gives: 404 or 410 in words of its own, or 405 whose Allow names the method that was sent.
   */
  answeredByRoute?: boolean;
  /** The answer's fingerprint equals the one of a random path, and nothing shows that a route gave it. */
  sameAsNoRoute?: boolean;
  /** The answer's fingerprint equals the one of a fresh random id. */
  sameAsNoItem?: boolean;
  /** A random path and a fresh id are answered alike, so that `sameAsNoItem` tells nothing. */
  noItemLikeNoRoute?: boolean;
  /** Other reads that should show the item; null where that read itself gave no usable answer. */
  otherReads?: { kind: 'item' | 'list'; shown: boolean | null }[];
  /** A thing of this journey was the answer to another create, too, while both ran. */
  sharedItem?: boolean;
  /** Absent only: this journey had made the thing, or put it just there, and has done nothing to it since. */
  madeBefore?: boolean;
  /** Some request on this path template was answered 2xx in this run. */
  templateServed?: boolean;
  /** The same, by this very method. */
  operationServed?: boolean;
  body?: 'EMPTY' | 'MALFORMED' | 'WRONG_MEDIA_TYPE';
  /** A 2xx that is not documented, whose body fits the schema of one that is. */
  fitsDocumented?: boolean;
  /** Decisive violations only (row 20); the others are notes. */
  schemaErrors?: { pointer: string; keyword: string; message: string }[];
  /**
   * The answer shows what the journey may not change, as it was so before the run, or one persona where it needs two.
   */
  isOff?: boolean;
  /** A list shows what this create made, and the captures that the answer did not carry. */
  foundInList?: boolean;
  /** Captures that the answer did not carry. */
  missingCaptures?: { name: string; from: 'body' | 'header'; pointer: string; shownElsewhere: boolean }[];
  assertions?: AssertionFacts[];
  /** After a delete the id still answers, or a list still holds it. */
  afterDelete?: 'SOFT_DELETED' | 'OTHER_ITEM' | 'STILL_THERE';
  polling?: 'BUDGET_SPENT' | 'OTHER_TERMINAL_VALUE';
  /**
   * Outcome of the consistency re-reads, where they took place. FROM_CACHE: wrong to the end, where some answer came
   * out of a cache that was asked for what is behind it.
   */
  reread?: 'CAME_RIGHT' | 'STAYED_WRONG' | 'FROM_CACHE';
};

export type RedirectFacts = {
  followed: number;
  /** The end of the chain is another path than the one asked for (more than a slash). */
  leftPath: boolean;
  /** The end of the chain is an HTML page where the operation documents none. */
  endedOnPage: boolean;
  /** Why the chain was not followed to its end. */
  stopped?: 'CROSS_ORIGIN' | 'TOO_MANY' | 'NO_TARGET' | 'NOT_FOLLOWED';
};

export type AssertionFacts = {
  op: 'equals' | 'differs' | 'defaulted' | 'located' | 'listContains' | 'listLacks' | 'listOnly' | 'listPages';
  /** Place of the value, or of the list. */
  pointer: string;
  compare?: Comparison;
  relation: Relation;
  /** Operands, each only where its JSON is at most 1 KiB. */
  expected?: Json;
  actual?: Json;
  /** The value shown is the one that a refused request of another identity had sent. */
  refusedChange?: boolean;
  /** ABSENT only: another read showed the field. */
  shownElsewhere?: boolean;
  /** Lists only: every page was read. */
  exhausted?: boolean;
  /** listContains only: one answer shows the very same entry more than once. */
  twice?: boolean;
  /**
   * What is wrong with the pages of a list: one holds more items than were asked for, two hold the same, all say that
   * there are fewer items, one says of itself what is not so, or two items stand the other way round.
   */
  pages?: 'TOO_LONG' | 'REPEATED' | 'MISCOUNTED' | 'MISTOLD' | 'MISORDERED';
};
