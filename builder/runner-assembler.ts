import { createHash } from 'node:crypto';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { assembleVerifier } from './assemble-verifier.ts';

/** Stamps plans into one runner, which is loaded at the first call and then kept. A failed load is tried again at the next call. */
export class RunnerAssembler {
  readonly #load: () => Promise<Uint8Array>;
  #runner: Promise<Uint8Array> | undefined;

  constructor(load: () => Promise<Uint8Array>) {
    this.#load = load;
  }

  /** `sha256:<hex>` of the runner: part of what a verifier is cached by. */
  async runnerRelease(): Promise<string> {
    const hash = createHash('sha256').update(await this.#kept());
    return `sha256:${hash.digest('hex')}`;
  }

  async assemble({ bundle }: { bundle: PlanBundle }): Promise<Uint8Array> {
    return assembleVerifier(await this.#kept(), bundle);
  }

  async #kept(): Promise<Uint8Array> {
    this.#runner ??= this.#load();
    try {
      return await this.#runner;
    } catch (error) {
      this.#runner = undefined;
      throw error;
    }
  }
}
