import { dateTime, named, nullable, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const journey = z.object({
  journeyId: uuidOut,
  name: z.string(),
  kind: z.string(),
  enforcement: z.enum(['ENFORCED', 'OBSERVED']),
  operations: z.array(z.string()),
  reason: nullable(z.string()),
  verdict: nullable(z.string()),
  runId: nullable(uuidOut),
  observedAt: nullable(dateTime),
});

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
    waivedManual: z.array(journey),
    flowGaps: z.array(z.object({ operation: z.string() })),
    lifecycleBlocking: z.boolean(),
  }),
);
