import { payloadType } from './dsse.ts';
import { uuidOut } from './schemas/primitives.ts';
import * as z from './schemas/zod.ts';
import { statedFile } from './verifier-file.ts';

export const predicateType = 'urn:dezycro:verifier-build:1';

/** Which build the files are of: whoever has a file can tell whose it is, and which of two is the older. */
const predicate = z.object({
  tenantId: uuidOut,
  workspaceId: uuidOut,
  projectId: uuidOut,
  featureId: uuidOut,
  buildId: uuidOut,
  /** Number of the build: a later build of the feature has a higher one. */
  sequence: z.int().check(z.nonnegative()),
  specHash: z.string(),
  flowVersion: z.string(),
  runnerRelease: z.string(),
});

/** Hashes of a build's files, and which build it is: an in-toto Statement v1. Members that this version does not know are ignored. */
export const verifierStatement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z
    .array(z.object({ name: z.string(), digest: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }) }))
    .check(z.minLength(1)),
  predicateType: z.literal(predicateType),
  predicate,
});
export type VerifierStatement = z.output<typeof verifierStatement>;
export type BuildFacts = z.output<typeof predicate>;

/** DSSE envelope of a statement; `payload` and `sig` are base64. */
export const envelope = z.object({
  payloadType: z.literal(payloadType),
  payload: z.string(),
  signatures: z.array(z.object({ sig: z.string() })).check(z.minLength(1)),
});

/** The statement for files and the build that they are of. */
export const stateVerifier = (
  files: readonly { platform: string; sha256: string }[],
  facts: BuildFacts,
): VerifierStatement => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: files.map(({ platform, sha256 }) => ({ name: statedFile(platform), digest: { sha256 } })),
  predicateType,
  predicate: facts,
});

/** Hex SHA-256 that the statement has for a platform's file; undefined unless it has exactly one. */
export const statedSha256 = ({ subject }: VerifierStatement, platform: string): string | undefined => {
  const found = subject.filter(({ name }) => name === statedFile(platform));
  return found.length === 1 ? found[0]!.digest.sha256 : undefined;
};
