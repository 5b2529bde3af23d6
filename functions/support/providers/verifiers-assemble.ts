import { storedRunner } from '#adapters/runners/stored-runner.ts';
import type { VerifierAssembler } from '#domain/ports/verifier-assembler.ts';

/** The deployment lays the runner of platform `node` beside the function's own bundle. */
export const verifierAssembler = (): VerifierAssembler => storedRunner(new URL('./node-runner.mjs', import.meta.url));
