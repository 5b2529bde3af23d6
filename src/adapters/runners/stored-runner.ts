import { readFile } from 'node:fs/promises';
import { RunnerAssembler } from '#builder/runner-assembler.ts';
import type { VerifierAssembler } from '#domain/ports/verifier-assembler.ts';
import { TaskError } from '#domain/task-failure.ts';

/** Stamps the runner that the deployment put at the place; RUNNER_RELEASE_MISSING where it put none. */
export const storedRunner = (place: URL): VerifierAssembler => new RunnerAssembler(() => readRunner(place));

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
