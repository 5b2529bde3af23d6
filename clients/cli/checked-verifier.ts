import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { verifierFilename } from '#contract/checksums.ts';
import { InputError } from '../input-error.ts';
import type { Env } from '../login/login-file.ts';
import { IntegrityFailed, trustedKey } from '../login/signing-key.ts';
import { checkVerifier, unsignedLocal } from '../verifier-file/check-verifier.ts';
import { readSealed } from '../verifier-file/seal-file.ts';

/** A verifier that is what was signed: how to start it, and who signed it. */
export type CheckedVerifier = {
  file: string;
  program: string;
  firstArguments: string[];
  /** `unsigned-local` where nobody did. */
  signedBy: string;
};

const usualNames = ['linux-x64', 'node', 'windows-x64'].map(verifierFilename);

/** The one that was pulled last. */
const verifierIn = (folder: string): string | undefined =>
  usualNames
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Finds and checks the verifier (decision record 14). Throws InputError, IntegrityFailed. */
export const checkedVerifier = async (
  given: string | undefined,
  allowsUnsigned: boolean,
  env: Env,
): Promise<CheckedVerifier> => {
  const file = given !== undefined && !isFolder(given) ? given : verifierIn(given ?? '');
  if (file === undefined)
    throw new InputError(
      'FILE_UNREADABLE',
      `There is no verifier in ${given ?? 'this folder'}.`,
      'Pull it: dezycro pull; or --verifier.',
    );
  const { content, seal } = await readSealed(file);
  const isUnsigned = seal.signature === unsignedLocal;
  if (isUnsigned && !allowsUnsigned)
    throw new IntegrityFailed(`${file} is ${unsignedLocal}: nobody signed it.`, 'If you built it: --allow-unsigned');
  const key = isUnsigned ? undefined : await trustedKey(env, seal.publicKey);
  checkVerifier(content, seal, key?.publicKey);
  const path = resolve(file);
  return {
    file,
    ...(seal.platform === 'node'
      ? { program: process.execPath, firstArguments: [path] }
      : { program: path, firstArguments: [] }),
    signedBy: key?.keyId ?? unsignedLocal,
  };
};
