import { storedStamper } from '#adapters/runners/stored-runner.ts';
import type { VerifierStamper } from '#domain/ports/verifier-stamper.ts';
import { documents } from './documents.ts';

/** The deployment lays the runner of platform `node` beside the function's own bundle. */
export const verifierStamper = (): VerifierStamper =>
  storedStamper(new URL('./node-runner.mjs', import.meta.url), documents());
