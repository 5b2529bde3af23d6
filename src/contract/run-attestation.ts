import { testResultType } from './dsse.ts';
import { dateTime, uuidOut } from './schemas/primitives.ts';
import * as z from './schemas/zod.ts';

/** Digests by algorithm: `sha256`, `gitCommit`. */
const digest = z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{40,64}$/)));

const journey = z.object({
  journeyId: uuidOut,
  name: z.string(),
  enforcement: z.enum(['ENFORCED', 'OBSERVED']),
  status: z.enum(['PASSED', 'FAILED', 'SKIPPED', 'INCONCLUSIVE']),
  verdict: z.nullable(z.string()),
  reasonCode: z.nullable(z.string()),
});

/** The name holds 120 characters of the sentence at most; `sha256` is that of the whole sentence. */
const provedRequirement = z.object({ caseId: uuidOut, name: z.string(), sha256: z.string() });

const runFacts = z.object({
  tenantId: uuidOut,
  workspaceId: uuidOut,
  projectId: uuidOut,
  featureId: uuidOut,
  runId: uuidOut,
  specHash: z.string(),
  flowVersion: z.nullable(z.string()),
  /** The build whose verifier ran, and its number; null if its build is not known any more. */
  buildId: z.nullable(uuidOut),
  sequence: z.nullable(z.int()),
  commitId: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  status: z.string(),
  startedAt: dateTime,
  completedAt: z.nullable(dateTime),
  recordedAt: dateTime,
  attestedAt: dateTime,
  journeys: z.array(journey),
  /** What this run alone proves of the requirements as they are at `attestedAt`, of how many. */
  requirements: z.object({ total: z.int(), proved: z.array(provedRequirement) }),
});

/** The result of a run as an in-toto Statement v1. Members that this version does not know are ignored. */
export const runAttestation = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  /** The spec, and the commit under test if the run names one by its hash. */
  subject: z.array(z.object({ name: z.string(), digest })).check(z.minLength(1)),
  predicateType: z.literal(testResultType),
  predicate: z.object({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    /** The verifier's file of each platform, and the plans in it. */
    configuration: z.array(z.object({ name: z.string(), digest })),
    url: z.url(),
    passedTests: z.array(z.string()),
    warnedTests: z.array(z.string()),
    failedTests: z.array(z.string()),
    dezycro: runFacts,
  }),
});
export type RunAttestation = z.output<typeof runAttestation>;
