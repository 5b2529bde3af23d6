import { notesRun } from './notes-example.ts';
import { dateTime, exactlyOneOf, exampled, named, nonBlank, nullable, optional, uuid, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const journeyFields = {
  journeyId: uuidOut,
  name: z.string(),
  kind: z.string(),
  enforcement: z.enum(['ENFORCED', 'OBSERVED']),
  operations: z.array(z.string()),
  reason: nullable(z.string()),
  verdict: nullable(z.string()),
  runId: nullable(uuidOut),
  observedAt: nullable(dateTime),
  flaky: z.boolean(),
};
const journey = z.object(journeyFields);

const author = z.object({ userId: uuidOut, email: z.nullable(z.string()) });

/** Who answers for a journey that does not pass, or for an operation without one, and until when; null: until it is withdrawn. */
export const waiver = named(
  'CoverageWaiver',
  z.object({
    journeyId: uuidOut,
    /** An operation that no journey covers; `journeyId` stands for the journey that is missing. */
    operation: optional(z.string()),
    reason: z.string(),
    author,
    waivedAt: dateTime,
    expiresAt: z.nullable(dateTime),
    /** False once it is over. */
    counts: z.boolean(),
  }),
);

/** For a journey, or for an operation that no journey covers. */
export const newWaiver = named(
  'NewCoverageWaiver',
  exactlyOneOf(
    z.object({
      journeyId: optional(exampled(uuid, notesRun.journeys[0]!.id)),
      operation: optional(nonBlank(2000)),
      reason: exampled(nonBlank(1000), 'Known: the archive is read-only until the move is done'),
      expiresAt: exampled(nullable(dateTime), '2099-01-01T00:00:00Z'),
    }),
    'journeyId',
    'operation',
  ),
);

/** The buckets of the coverage report (specification §4; planner and verifier §7). */
export const coverageReport = named(
  'CoverageReport',
  z.object({
    featureId: uuidOut,
    specHash: nullable(z.string()),
    buildId: nullable(uuidOut),
    missingBindings: z.array(journey),
    boundButNotExecutable: z.array(journey),
    executableButNotObserved: z.array(journey),
    observedButInconclusive: z.array(journey),
    decisiveFailures: z.array(journey),
    /** With what is known of them otherwise. */
    waivedManual: z.array(z.object({ ...journeyFields, waiver })),
    /** Operations that no journey covers, why, and the edit of the spec that would mend it; `journeyId`: what a waiver of it is withdrawn by. */
    flowGaps: z.array(
      z.object({
        operation: z.string(),
        journeyId: uuidOut,
        reason: z.string(),
        detail: nullable(z.string()),
        edit: nullable(z.string()),
      }),
    ),
    /** How many sentences of the documents stand how, as GET …/requirements lists them, and the first hundred of those that a run has refuted. */
    requirements: z.object({
      proved: z.int32(),
      failed: z.int32(),
      inconclusive: z.int32(),
      notObserved: z.int32(),
      notProvable: z.int32(),
      unbound: z.int32(),
      stale: z.int32(),
      failures: z.array(z.object({ caseId: uuidOut, sentence: z.string(), journeyIds: z.array(uuidOut) })),
    }),
    /** True while no journey that passed has seen a value again. */
    nothingProved: z.boolean(),
    lifecycleBlocking: z.boolean(),
  }),
);

/** What stands in the way of shipping; the journey where it is one. */
export const shipStatus = named(
  'ShipStatus',
  z.object({
    ship: z.boolean(),
    specHash: nullable(z.string()),
    commitId: nullable(z.string()),
    blockers: z.array(
      z.object({
        code: z.enum([
          'SPEC_NOT_PUBLISHED',
          'VERIFIER_NOT_READY',
          'MISSING_BINDING',
          'NOT_EXECUTABLE',
          'NOT_OBSERVED',
          'INCONCLUSIVE',
          'DECISIVE_FAILURE',
          'FLOW_GAP',
          'NOTHING_PROVED',
          'OTHER_COMMIT',
        ]),
        message: z.string(),
        journeyId: optional(uuidOut),
        name: optional(z.string()),
        verdict: nullable(z.string()),
        reason: nullable(z.string()),
        /** The sentences that a failed journey was to prove. */
        requirements: optional(z.array(z.string())),
      }),
    ),
  }),
);

/** Who was seen to do what: for each persona (null: nobody) and operation what is expected, and what the runs have shown of it. */
export const accessMatrix = named(
  'AccessMatrix',
  z.object({
    specHash: nullable(z.string()),
    /** Every operation of the spec, also those without a cell. */
    operations: z.array(z.string()),
    personas: z.array(z.nullable(z.string())),
    cells: z.array(
      z.object({
        persona: z.nullable(z.string()),
        operation: z.string(),
        method: z.string(),
        path: z.string(),
        expected: z.enum(['ALLOWED', 'REFUSED', 'ABSENT']),
        /** What the persona's own requests to the operation have shown, whatever became of their journeys. */
        status: z.enum(['UNTESTED', 'PASSING', 'FAILING', 'INCONCLUSIVE', 'SKIPPED']),
        /** The statuses that these requests got. */
        answers: z.array(z.int()),
        journeyIds: z.array(uuidOut),
      }),
    ),
  }),
);
