import { notesSpec, notesSpecWithDelete, notesSpecWithList } from './notes-example.ts';
import {
  dateTime,
  documented,
  exactlyOneOf,
  exampled,
  int32,
  int64,
  named,
  nullable,
  optional,
  text,
  uuid,
  uuidOut,
} from './primitives.ts';
import * as z from './zod.ts';

const hash = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/));

/** Platforms of the interface (decision record 0004). */
export const platform = z.enum(['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64', 'node']);

export const buildState = z.enum(['QUEUED', 'BUILDING', 'READY', 'FAILED', 'SUPERSEDED']);

const buildFields = {
  id: uuidOut,
  featureId: uuidOut,
  state: buildState,
  reason: nullable(z.string()),
  message: nullable(z.string()),
  specHash: hash,
  flowVersion: z.string(),
  jepVersion: z.string(),
  contentHash: nullable(hash),
  planCount: nullable(int32),
  droppedCount: nullable(int32),
  platforms: z.array(platform),
  createdAt: dateTime,
  startedAt: nullable(dateTime),
  completedAt: nullable(dateTime),
  durationMs: nullable(int64),
};

/** One attempt to make a feature's verifier (specification §3, §7: reason NO_EXECUTABLE_PLANS). */
export const build = named('VerifierBuild', z.object(buildFields));

/** A plan that the rules dropped: why, and the edit of the spec that would keep it (planner and verifier §4.4). */
export const droppedPlan = named(
  'DroppedPlan',
  z.object({
    name: z.string(),
    kind: z.string(),
    operations: z.array(z.string()),
    personas: z.array(z.string()),
    reason: z.string(),
    /** Generation rule of specification §4 that it breaks, where one does. */
    rule: z.nullable(int32),
    /** JSON Pointer into the spec. */
    pointer: optional(z.string()),
    detail: z.string(),
    edit: z.string(),
  }),
);

const journeyName = { journeyId: uuidOut, name: z.string() };

/** Journeys that came and went since the build that was current before; of each at most 100, with the true count. */
const journeyChanges = named(
  'JourneyChanges',
  z.object({
    previousBuildId: uuidOut,
    added: z.array(z.object(journeyName)),
    addedCount: int32,
    removed: z.array(z.object(journeyName)),
    removedCount: int32,
  }),
);

export const buildDetail = named(
  'VerifierBuildDetail',
  z.object({
    ...buildFields,
    droppedPlans: z.array(droppedPlan),
    /** Null until the build is planned, and where no build was READY before it. */
    journeyChanges: nullable(journeyChanges),
  }),
);

export const retryRequest = named(
  'BuildRetry',
  z._default(z.object({ force: z._default(z.boolean(), false) }), { force: false }),
);

export const verifierDownload = named(
  'VerifierDownload',
  z.object({
    url: z.url(),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** Of the statement at `provenanceUrl`, in base64: ECDSA P-256 over SHA-256, in DER; the key is at `/api/v1/signing-key`. */
    signature: z.string(),
    /** An in-toto statement in a DSSE envelope: the hash of each platform's file, and tenant, feature and number of the build. */
    provenanceUrl: z.url(),
    expiresAt: dateTime,
  }),
);

/** A prerequisite outside the published spec (specification §4, `APITEST_PARAM_<NAME>`). */
const envProvidedParam = z.object({
  name: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/)),
  perPersona: optional(z.boolean()),
  description: optional(text(4000)),
});

export const envProvidedParams = z._default(z.array(envProvidedParam).check(z.maxLength(200)), []);

const openObject = { type: 'object', additionalProperties: {} };

/** An OpenAPI 2.0, 3.0 or 3.1 document; more is not asked of it, since what cannot be used in it is left out with a warning. */
const openapiDocument = documented(z.record(z.string(), z.unknown()), {
  properties: { paths: { type: 'object', additionalProperties: {} } },
  required: ['paths'],
  anyOf: [
    { ...openObject, properties: { openapi: { type: 'string', pattern: '^3\\.[01](\\.|$)' } }, required: ['openapi'] },
    { ...openObject, properties: { swagger: { const: '2.0' } }, required: ['swagger'] },
  ],
});

/** The same as JSON or YAML. */
const openapiText = documented(z.string(), { format: 'openapi-document' });

export const specDocument = exampled(
  z.union([openapiText, openapiDocument]),
  notesSpec,
  notesSpecWithDelete,
  notesSpecWithList,
);

/** The spec itself, or the upload that it is in. */
export const specToPublish = named(
  'SpecToPublish',
  exactlyOneOf(
    z.object({ spec: optional(specDocument), uploadId: optional(uuid), envProvidedParams }),
    'spec',
    'uploadId',
  ),
);

const operationNames = z.array(z.string());

/** What breaks a caller: a sentence, and the JSON Pointer into the new spec, or into the one before for what is gone. */
const breakingReason = z.object({ pointer: z.string(), message: z.string() });

/** Operations as "METHOD /template". Lists of objects hold at most 100, reasons at most 20; each has its true count beside it. */
const specDiff = named(
  'SpecDiff',
  z.object({
    added: operationNames,
    removed: operationNames,
    changed: operationNames,
    breaking: z.array(z.object({ operation: z.string(), reasons: z.array(breakingReason), reasonCount: int32 })),
    breakingCount: int32,
    /** Changed operations that nothing is claimed of, and why. */
    notCompared: z.array(z.object({ operation: z.string(), reason: z.string() })),
    notComparedCount: int32,
    /** Of the feature's current verifier: journeys that call a removed or changed operation, and which. */
    journeys: z.array(z.object({ ...journeyName, operations: operationNames })),
    journeyCount: int32,
  }),
);

export const publishedSpec = named(
  'PublishedSpec',
  z.object({
    specHash: hash,
    buildId: uuidOut,
    diff: specDiff,
    warnings: z.array(z.string()),
  }),
);

export const storedSpec = named(
  'StoredSpec',
  z.object({
    specHash: hash,
    /** Absent where it is larger than an answer carries. */
    spec: optional(z.record(z.string(), z.unknown())),
    /** Where it is then, without Authorization, for five minutes. */
    download: optional(z.object({ url: z.url(), expiresAt: dateTime })),
    envProvidedParams: z.array(envProvidedParam),
  }),
);
