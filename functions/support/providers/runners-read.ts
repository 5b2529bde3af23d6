import { storedRunner } from '#adapters/runners/stored-runner.ts';
import type { RunnerReader } from '#domain/ports/verifier-stamper.ts';

/** The deployment lays the runner of platform `node` beside the function's own bundle. */
export const runnerReader = (): RunnerReader => storedRunner(new URL('./node-runner.mjs', import.meta.url));
