import { createPublicKey } from 'node:crypto';
import { type RunAttestation, runAttestation } from '#contract/run-attestation.ts';
import * as z from '#contract/schemas/zod.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { InputError } from '../input-error.ts';
import { fingerprintOf, IntegrityFailed, trustedKey } from '../login/signing-key.ts';
import { readJsonObject, readTextFile } from '../read-text-file.ts';
import { signedPayload } from '../verifier-file/signed-payload.ts';
import type { Command } from './command-table.ts';
import { usageError } from './parse-options.ts';
import { printable } from './printable.ts';

/** `dezycro attest verify`: checks the signed record of a run with a key that is trusted, and shows what it says. */
export const attestVerify: Command<'attest verify'> = async ({ options: given, rest }, io) => {
  const [path, ...more] = rest;
  if (path === undefined || more.length > 0) throw usageError('Name one file.', 'attest verify');
  const envelope = await readJsonObject(path, 'the signed record');
  const { publicKey, keyId } = await keyOf(given.key, io);
  const statement = openAttestation(envelope, publicKey);
  if (given.json) io.stdout(`${JSON.stringify({ keyId, ...statement }, null, 2)}\n`);
  else io.stdout(`${linesOf(statement, keyId).join('\n')}\n`);
  return 0;
};

const fix = 'Trust nothing in it. Fetch it again: dezycro attest get RUN';

/** The statement in the envelope. Throws IntegrityFailed unless the key (PEM) has signed it and it is about a run. */
export const openAttestation = (envelope: unknown, publicKey: string): RunAttestation => {
  const statement = z.safeParse(runAttestation, signedPayload(envelope, publicKey, 'the record', fix));
  if (!statement.success)
    throw new IntegrityFailed(
      'The signed statement is not about a run, or is of a version that is not known here.',
      'Give the file that dezycro attest get wrote.',
    );
  return statement.data;
};

/** The key of the file, else the one that is trusted. Throws InputError FILE_INVALID for a file without a public key. */
const keyOf = async (
  path: string | undefined,
  { env, stderr }: RunIo,
): Promise<{ keyId: string; publicKey: string }> => {
  if (path === undefined) {
    const key = await trustedKey(env);
    if (!key.isPinned) stderr('warning: this key is not pinned; it is the one that the service shows now\n');
    return key;
  }
  const text = await readTextFile(path, '--key');
  try {
    const publicKey = createPublicKey(text).export({ type: 'spki', format: 'pem' }).toString();
    return { publicKey, keyId: fingerprintOf(publicKey) };
  } catch {
    // What the parser says of it helps nobody.
    throw new InputError(
      'FILE_INVALID',
      `${path} holds no public key in PEM.`,
      'Write the publicKey that GET /api/v1/signing-key shows into it.',
    );
  }
};

const linesOf = ({ subject, predicate }: RunAttestation, keyId: string): string[] => {
  const { result, configuration, passedTests, warnedTests, failedTests, dezycro } = predicate;
  const { runId, featureId, startedAt, attestedAt, commitId, journeys, requirements } = dezycro;
  const counts = `${passedTests.length} passed · ${failedTests.length} failed · ${warnedTests.length} undecided`;
  return [
    `valid: signed with ${keyId}`,
    `result ${result}: ${counts}`,
    `run ${runId} of feature ${featureId}, begun ${startedAt}, attested ${attestedAt}`,
    `commit ${commitId === null ? 'not named' : printable(commitId)}`,
    ...[...subject, ...configuration].map(({ name, digest }) => `${printable(name)} ${digestOf(digest)}`),
    `requirements proved: ${requirements.proved.length} of ${requirements.total}`,
    ...requirements.proved.map(({ name }) => `  proved  ${printable(name)}`),
    ...journeys.flatMap(({ name, status, verdict, reasonCode }) =>
      status === 'PASSED' ? [] : [`  ${[status, verdict, reasonCode].filter(Boolean).join(' ')}  ${printable(name)}`],
    ),
  ];
};

const digestOf = (digest: Record<string, string>): string =>
  Object.entries(digest)
    .map(([algorithm, value]) => `${algorithm}:${value}`)
    .join(' ');
