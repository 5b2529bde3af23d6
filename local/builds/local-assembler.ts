import { RunnerAssembler } from '#builder/runner-assembler.ts';
import type { VerifierAssembler } from '#domain/ports/verifier-assembler.ts';

/** Makes verifiers in this process; the runner is bundled at the first build. */
export const localAssembler = (): VerifierAssembler =>
  new RunnerAssembler(async () => (await import('#builder/bundle-node-runner.ts')).bundleNodeRunner());
