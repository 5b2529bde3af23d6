import { dateTime, documented, int32, int64, named, nullable, optional, text, uuidOut } from './primitives.ts';
import { evidence, stepTrace } from './result-document.ts';
import * as z from './zod.ts';

/** Specification §2, TestRun; each count is what a list of the results with that status holds; together they make `totalTests`. */
export const testRun = named(
  'TestRun',
  z.object({
    runId: uuidOut,
    tenantId: uuidOut,
    projectId: uuidOut,
    featureId: uuidOut,
    status: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
    startedAt: dateTime,
    completedAt: nullable(dateTime),
    durationMs: nullable(int64),
    totalTests: int32,
    passed: int32,
    failed: int32,
    skipped: int32,
    inconclusive: int32,
    branch: nullable(z.string()),
    commitId: nullable(z.string()),
    imageTag: nullable(z.string()),
    baseUrl: nullable(z.string()),
    specHash: z.string(),
    /** False for a run against an older spec: kept, never counted. */
    counts: z.boolean(),
  }),
);

export const resultStatus = z.enum(['PASSED', 'FAILED', 'SKIPPED', 'INCONCLUSIVE']);

/** Specification §2, TestCaseResult, with the verdict that the service came to. */
export const testCaseResult = named(
  'TestCaseResult',
  z.object({
    runId: uuidOut,
    testCaseId: uuidOut,
    testName: z.string(),
    status: resultStatus,
    startedAt: dateTime,
    endedAt: dateTime,
    durationMs: int64,
    errorMessage: optional(z.string()),
    journeyRef: nullable(z.string()),
    logUrl: optional(z.url()),
    stepTraces: optional(z.array(stepTrace)),
    kind: z.string(),
    enforcement: z.enum(['ENFORCED', 'OBSERVED']),
    verdict: nullable(z.string()),
    reasonCode: nullable(z.string()),
    /** The uploader's own verdict, where it differs. */
    uploadedVerdict: nullable(z.string()),
    causedBy: nullable(uuidOut),
    /** Ended otherwise in the confirmation, or in another run at the same commit and spec. */
    flaky: z.boolean(),
    evidence: optional(z.array(evidence)),
    curl: optional(z.string()),
    /** What `dezycro replay --run` makes a script of: JSON; at most 32 KiB. */
    replay: optional(z.string()),
  }),
);

export const resultLog = named('ResultLog', z.object({ url: z.url(), expiresAt: dateTime, contentType: z.string() }));

/** RFC 3339 with offset; a space where an unescaped `+` was is accepted (decision record 0002). */
const moment = z.pipe(
  z.pipe(
    documented(z.string(), { format: 'date-time' }),
    z.transform((value: string) => value.replace(' ', '+')),
  ),
  dateTime,
);

/** What runs may be sorted by. */
export const sortableRunFields = [
  'startedAt',
  'completedAt',
  'durationMs',
  'status',
  'branch',
  'totalTests',
  'passed',
  'failed',
  'skipped',
] as const;

const anyField = `(${sortableRunFields.join('|')})`;
const sortOrder = documented(text(200), {
  pattern: `^(-?${anyField}|${anyField},([aA][sS][cC]|[dD][eE][sS][cC]))?$`,
});

export const runFilters = {
  status: optional(z.string()),
  startedAfter: optional(moment),
  startedBefore: optional(moment),
  /** `field`, `field,asc`, `field,desc` or `-field`; the first decides, the next between equals. */
  sort: z._default(z.array(sortOrder).check(z.maxLength(5)), []),
};
