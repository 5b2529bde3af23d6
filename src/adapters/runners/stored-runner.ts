import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import type { VerifierAssembler } from '#domain/ports/verifier-assembler.ts';
import { TaskError } from '#domain/task.ts';

/** Stamps the runner that the deployment put at the place; RUNNER_RELEASE_MISSING where it put none. */
export class StoredRunner implements VerifierAssembler {
  readonly #place: URL;
  #runner: Uint8Array | undefined;

  constructor(place: URL) {
    this.#place = place;
  }

  async runnerRelease(): Promise<string> {
    return `sha256:${createHash('sha256')
      .update(await this.#load())
      .digest('hex')}`;
  }

  async assemble({ bundle }: Parameters<VerifierAssembler['assemble']>[0]): Promise<Uint8Array> {
    return assembleVerifier(await this.#load(), bundle);
  }

  async #load(): Promise<Uint8Array> {
    try {
      return (this.#runner ??= await readFile(this.#place));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new TaskError(
        'RUNNER_RELEASE_MISSING',
        'This deployment holds no runner. Deploy again with the runners built.',
      );
    }
  }
}
