import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { verifierContentType } from '#contract/checksums.ts';
import type { BlobWriter } from '#domain/ports/blob-store.ts';
import type { RunnerReader, VerifierStamper } from '#domain/ports/verifier-stamper.ts';
import { TaskError } from '#domain/task-failure.ts';

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The runner of platform `node` that the deployment put at the place. */
export const storedRunner = (place: URL): RunnerReader => ({ release: async () => sha256Of(await readRunner(place)) });

/** Stamps that runner. */
export const storedStamper = (place: URL, blobs: BlobWriter): VerifierStamper => ({
  stamp: async ({ scope, bundle, keyOf }) => {
    const file = assembleVerifier(await readRunner(place), bundle);
    await blobs.write(scope, keyOf('node'), file, verifierContentType('node'));
    return [{ platform: 'node', sha256: sha256Of(file), sizeBytes: file.length }];
  },
});

const readRunner = async (place: URL): Promise<Uint8Array> => {
  try {
    return await readFile(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new TaskError(
      'RUNNER_RELEASE_MISSING',
      'This deployment holds no runner. Deploy again with the runners built.',
    );
  }
};
