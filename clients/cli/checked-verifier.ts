import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { verifierFilename } from '#contract/verifier-file.ts';
import type { BuildFacts } from '#contract/verifier-statement.ts';
import { InputError } from '../input-error.ts';
import { IntegrityFailed, trustedKey } from '../login/signing-key.ts';
import { checkBuild, type ExpectedBuild } from '../verifier-file/check-build.ts';
import {
  checkContent,
  checkSha256,
  openEnvelope,
  type SignedSeal,
  unsignedLocal,
} from '../verifier-file/check-verifier.ts';
import { readSealed } from '../verifier-file/seal-file.ts';
import { readConfig } from './config-file.ts';
import { newestSeen, noteSeen, verifierLockPath } from './verifier-lock.ts';

/** A verifier that is what was signed: how to start it, and who signed it. */
export type CheckedVerifier = {
  file: string;
  program: string;
  firstArguments: string[];
  /** `unsigned-local` where nobody did. */
  signedBy: string;
};

/** What a caller knows of the verifier, and what it lets pass. */
export type Expected = {
  /** The feature that was named; otherwise it is that of `.dezycro/config.json`. */
  feature?: ExpectedBuild['feature'];
  /** The tenant that the caller logged in to, besides that of `.dezycro/config.json`. */
  tenant?: ExpectedBuild['tenant'];
  /** Lets a build pass that is older than one that was seen here. */
  allowsOlder?: boolean;
};

/** A native `dezycro` is no Node: there the one of the PATH starts verifiers of platform `node`. */
const nodeProgram = process.versions['bun'] === undefined ? process.execPath : 'node';

const usualNames = ['linux-x64', 'node', 'windows-x64'].map(verifierFilename);

/** The one that was pulled last. */
const verifierIn = (folder: string): string | undefined =>
  usualNames
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Finds and checks the verifier: signature, hash, tenant, feature and age (decision records 14 and 95). Throws InputError, IntegrityFailed.
 */
export const checkedVerifier = async (
  given: string | undefined,
  { allowsUnsigned, ...expected }: Expected & { allowsUnsigned: boolean },
  io: RunIo,
): Promise<CheckedVerifier> => {
  const file = given !== undefined && !isFolder(given) ? given : verifierIn(given ?? '');
  if (file === undefined)
    throw new InputError(
      'FILE_UNREADABLE',
      `There is no verifier in ${given ?? 'this folder'}.`,
      'Pull it: dezycro pull; or --verifier.',
    );
  const { content, seal } = await readSealed(file);
  const path = resolve(file);
  const start =
    seal.platform === 'node' ? { program: nodeProgram, firstArguments: [path] } : { program: path, firstArguments: [] };
  if (!('signature' in seal)) return { file, ...start, signedBy: await checkSigned(content, seal, expected, io) };
  if (!allowsUnsigned)
    throw new IntegrityFailed(`${file} is ${unsignedLocal}: it has no signature.`, 'If you built it: --allow-unsigned');
  checkSha256(content, seal.sha256);
  return { file, ...start, signedBy: unsignedLocal };
};

/** Answers the fingerprint of the key that signed. */
const checkSigned = async (content: Uint8Array, seal: SignedSeal, expected: Expected, io: RunIo): Promise<string> => {
  const { keyId, publicKey } = await trustedKey(io.env, seal.publicKey);
  const statement = openEnvelope(seal.envelope, publicKey);
  checkContent(content, seal.platform, statement);
  const build = statement.predicate;
  const { feature } = await checkExpected(build, expected);
  if (feature === undefined)
    io.stderr(
      `not checked whether this verifier is the one you mean: neither --feature nor .dezycro/config.json names a feature. It is build number ${build.sequence} of feature ${build.featureId} of tenant ${build.tenantId}.\n`,
    );
  // A folder that is nobody's gets no file of ours for a run.
  else if (existsSync(dirname(verifierLockPath()))) await noteSeen(build);
  return keyId;
};

/** Holds a build to what the caller, the configuration and the lock say, and answers what they said. Throws IntegrityFailed, InputError. */
export const checkExpected = async (
  build: BuildFacts,
  { feature, tenant, allowsOlder = false }: Expected,
): Promise<ExpectedBuild> => {
  checkBuild(build, { tenant });
  const { path: saidBy = '', config, tenantId } = await readConfig();
  const seen = allowsOlder ? undefined : await newestSeen(build.featureId);
  const expected: ExpectedBuild = {
    tenant: tenantId === undefined ? undefined : { id: tenantId, saidBy },
    feature: feature ?? (config && { id: config.featureId, saidBy }),
    newest: seen && { ...seen, saidBy: verifierLockPath() },
  };
  checkBuild(build, expected);
  return expected;
};
