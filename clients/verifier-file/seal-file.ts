import { readFile } from 'node:fs/promises';
import { InputError } from '../input-error.ts';
import { IntegrityFailed } from '../login/signing-key.ts';
import { readJsonObject } from '../read-text-file.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import { type Seal, unsignedLocal } from './check-verifier.ts';

/** Where the seal of a verifier lies. */
export const sealPath = (verifier: string): string => `${verifier}.signature.json`;

/** Writes a checked verifier, executable, and its seal; the seal last, so that a verifier without one never passes for a whole download. */
export const writeSealed = async (path: string, content: Uint8Array, seal: Seal): Promise<void> => {
  await writeWholeFile(path, content, { mode: 0o755, option: '--out' });
  await writeWholeFile(sealPath(path), `${JSON.stringify(seal, null, 2)}\n`, { option: '--out' });
};

/** A verifier and its seal, whose envelope is not checked yet. Throws InputError FILE_UNREADABLE, and IntegrityFailed where nothing vouches for it. */
export const readSealed = async (path: string): Promise<{ content: Uint8Array; seal: Seal }> => {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
    throw new InputError(
      'FILE_UNREADABLE',
      `The verifier ${path} ${why}.`,
      'Pull it: dezycro pull; or name it with --verifier.',
    );
  });
  const sealed = await readJsonObject(sealPath(path), '--verifier').catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    throw new IntegrityFailed(`Nothing vouches for ${path}: ${sealPath(path)} is missing or damaged.`);
  });
  return { content, seal: sealIn(sealed, path) };
};

const sealIn = (
  { platform, envelope, publicKey, signature, sha256, checksums }: Record<string, unknown>,
  path: string,
): Seal => {
  if (typeof checksums === 'string')
    throw new IntegrityFailed(
      `${sealPath(path)} is of an earlier version: it does not say whose verifier this is.`,
      'Pull it again: dezycro pull; or build it again.',
    );
  if (typeof platform === 'string') {
    if (signature === unsignedLocal && typeof sha256 === 'string') return { platform, signature, sha256 };
    if (envelope !== undefined && typeof publicKey === 'string') return { platform, envelope, publicKey };
  }
  throw new IntegrityFailed(`Nothing vouches for ${path}: ${sealPath(path)} is not a seal.`);
};
