import { dateTime, nullable, optional, targetUrl, uuid } from './primitives.ts';
import * as z from './zod.ts';

const json = z.json();
const count = z.int().check(z.gte(0));
const headers = z.record(z.string(), z.string());

/** Specification §2, StepTrace, with the assertions of planner and verifier §8.1. */
export const stepTrace = z.object({
  testCaseStepIndex: count,
  method: z.string(),
  path: z.string(),
  statusCode: z.int32(),
  durationMs: count,
  expectedStatus: nullable(z.int32()),
  passed: nullable(z.boolean()),
  error: optional(z.string()),
  stepDescription: optional(z.string()),
  timestamp: optional(z.string()),
  requestBody: optional(z.string()),
  responseBody: optional(z.string()),
  requestHeaders: optional(headers),
  responseHeaders: optional(headers),
  assertions: optional(
    z.array(
      z.object({
        op: z.string(),
        pointer: z.string(),
        expected: optional(json),
        actual: optional(json),
        passed: z.boolean(),
      }),
    ),
  ),
  polls: optional(z.array(z.object({ timestamp: z.string(), statusCode: z.int32(), value: optional(json) }))),
});

export const evidence = z.object({
  probe: z.string(),
  observation: z.string(),
  method: z.string(),
  path: z.string(),
  statusCode: z.int32(),
});

const transportFailures = [
  'UNRESOLVED',
  'REFUSED',
  'TLS_UNTRUSTED',
  'RESET',
  'TRUNCATED',
  'TIMEOUT',
  'MALFORMED',
  'TOO_LARGE',
] as const;

const resend = z.object({
  statusCode: optional(z.int32()),
  failure: optional(z.enum(transportFailures)),
  waitMs: z.number(),
});

const redirect = z.object({
  followed: count,
  leftPath: z.boolean(),
  endedOnPage: z.boolean(),
  stopped: optional(z.enum(['CROSS_ORIGIN', 'TOO_MANY', 'NO_TARGET', 'NOT_FOLLOWED'])),
});

const assertionFacts = z.object({
  op: z.enum(['equals', 'differs', 'defaulted', 'located', 'listContains', 'listLacks', 'listOnly', 'listPages']),
  pointer: z.string(),
  compare: optional(z.enum(['exact', 'date-time', 'number', 'set', 'filled'])),
  relation: z.enum(['EQUAL', 'NORMALISED', 'DIFFERENT', 'ABSENT']),
  expected: optional(json),
  actual: optional(json),
  shownElsewhere: optional(z.boolean()),
  exhausted: optional(z.boolean()),
  twice: optional(z.boolean()),
  pages: optional(z.enum(['TOO_LONG', 'REPEATED', 'MISCOUNTED', 'MISTOLD', 'MISORDERED'])),
  refusedChange: optional(z.boolean()),
});

const missingCapture = z.object({
  name: z.string(),
  from: z.enum(['body', 'header']),
  pointer: z.string(),
  shownElsewhere: z.boolean(),
});

/** What the run observed at one step: all that the verdict table looks at (planner and verifier §6.1). */
const stepFacts = z.object({
  step: z.string(),
  missingInput: optional(z.string()),
  credentialProblem: optional(z.string()),
  failure: optional(z.enum([...transportFailures, 'BUDGET_SPENT', 'STOPPED'])),
  statusCode: z.int32(),
  identitySent: z.boolean(),
  madeUp: optional(z.enum(['CREDENTIAL', 'PASSWORD', 'UNREADABLE', 'SIGNATURE', 'PAYLOAD', 'UNSIGNED', 'SIGN_IN'])),
  tokenExpired: optional(z.boolean()),
  resends: optional(z.array(resend)),
  redirect: optional(redirect),
  conflictNamesInput: optional(z.boolean()),
  answeredByRoute: optional(z.boolean()),
  sameAsNoRoute: optional(z.boolean()),
  sameAsNoItem: optional(z.boolean()),
  noItemLikeNoRoute: optional(z.boolean()),
  otherReads: optional(z.array(z.object({ kind: z.enum(['item', 'list']), shown: z.nullable(z.boolean()) }))),
  sharedItem: optional(z.boolean()),
  madeBefore: optional(z.boolean()),
  fitsDocumented: optional(z.boolean()),
  foundInList: optional(z.boolean()),
  templateServed: optional(z.boolean()),
  operationServed: optional(z.boolean()),
  isOff: optional(z.boolean()),
  body: optional(z.enum(['EMPTY', 'MALFORMED', 'WRONG_MEDIA_TYPE'])),
  schemaErrors: optional(z.array(z.object({ pointer: z.string(), keyword: z.string(), message: z.string() }))),
  missingCaptures: optional(z.array(missingCapture)),
  assertions: optional(z.array(assertionFacts)),
  afterDelete: optional(z.enum(['SOFT_DELETED', 'OTHER_ITEM', 'STILL_THERE'])),
  polling: optional(z.enum(['BUDGET_SPENT', 'OTHER_TERMINAL_VALUE'])),
  reread: optional(z.enum(['CAME_RIGHT', 'STAYED_WRONG', 'FROM_CACHE'])),
});

/** Of one upload (security and reliability §1.7). */
export const mostJourneys = 50_000;

/** One journey of a result document. */
export const resultJourney = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(['pass', 'fail', 'skip']),
  steps: z.array(stepTrace),
  details: optional(z.string()),
  startedAt: optional(dateTime),
  endedAt: optional(dateTime),
  verdict: nullable(z.string()),
  evidence: optional(z.array(evidence)),
  curl: optional(z.string()),
  replay: optional(z.string()),
  facts: optional(z.object({ attempts: z.array(z.object({ nonce: z.string(), steps: z.array(stepFacts) })) })),
});

/** What a verifier prints with `--json`: `metadata` and `journeys` as specified (§4), the rest additive (planner and verifier §8.1). */
export const resultDocument = z.object({
  metadata: z.object({ specHash: z.string(), flowVersion: z.string(), jepVersion: z.string() }),
  journeys: z.array(resultJourney).check(z.maxLength(mostJourneys)),
  startedAt: optional(dateTime),
  endedAt: optional(dateTime),
  baseUrl: optional(targetUrl),
  exitCode: optional(z.int32()),
});

/** All of it but what is in its journeys, for a document that is read one journey at a time. */
export const resultHead = z.extend(resultDocument, { journeys: z.array(z.unknown()) });
