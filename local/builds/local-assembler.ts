import { createHash } from 'node:crypto';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import type { VerifierAssembler } from '#domain/ports/verifier-assembler.ts';

/** Makes verifiers in this process: the same runner and stamp as everywhere; the runner is bundled at the first build and then kept. */
export const localAssembler = (): VerifierAssembler => {
  let bundled: Promise<Uint8Array> | undefined;
  const runner = async (): Promise<Uint8Array> => {
    bundled ??= import('#builder/bundle-node-runner.ts').then(({ bundleNodeRunner }) => bundleNodeRunner());
    return bundled;
  };
  return {
    runnerRelease: async () =>
      `sha256:${createHash('sha256')
        .update(await runner())
        .digest('hex')}`,
    assemble: async ({ bundle }) => assembleVerifier(await runner(), bundle),
  };
};
