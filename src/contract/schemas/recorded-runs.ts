import { notesRun } from './notes-example.ts';
import {
  exactlyOneOf,
  exampled,
  int32,
  label,
  named,
  nullable,
  optional,
  targetUrl,
  uuid,
  uuidOut,
} from './primitives.ts';
import { resultDocument } from './result-document.ts';
import { resultStatus, testRun } from './runs.ts';
import * as z from './zod.ts';

const revision = nullable(label(200));

export const resultsToRecord = exampled(resultDocument, notesRun);

/** The results themselves, or the upload that they are in. */
export const runToRecord = named(
  'RunToRecord',
  exactlyOneOf(
    z.object({
      results: optional(resultsToRecord),
      uploadId: optional(uuid),
      branch: revision,
      commitId: revision,
      imageTag: revision,
      baseUrl: nullable(targetUrl),
    }),
    'results',
    'uploadId',
  ),
);

/** The answer to a recorded run: what happened, why, and what changed since the feature's run before. */
export const recordedRun = named(
  'RecordedRun',
  z.object({
    run: testRun,
    journeys: z.array(
      z.object({
        journeyId: uuidOut,
        testCaseId: uuidOut,
        name: z.string(),
        status: resultStatus,
        verdict: nullable(z.string()),
        reasonCode: nullable(z.string()),
        causedBy: nullable(uuidOut),
        uploadedVerdict: nullable(z.string()),
        flaky: z.boolean(),
      }),
    ),
    diff: z.object({
      previousRunId: nullable(uuidOut),
      /** Journeys whose outcome is not what it was; null where a run has none. */
      changes: z.array(
        z.object({
          journeyId: uuidOut,
          name: z.string(),
          kind: z.enum(['REGRESSED', 'RECOVERED', 'CHANGED', 'NEW', 'NOT_RUN']),
          before: z.nullable(resultStatus),
          after: z.nullable(resultStatus),
        }),
      ),
      counts: z.object({
        regressed: int32,
        recovered: int32,
        changed: int32,
        new: int32,
        notRun: int32,
        same: int32,
      }),
    }),
    notes: z.array(z.string()),
  }),
);
