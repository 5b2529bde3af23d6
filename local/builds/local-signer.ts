import { type KeyObject, sign } from 'node:crypto';
import type { VerifierSigner } from '#domain/ports/verifier-assembler.ts';

/** Signs verifiers with the key of the data folder (ECDSA P-256, SHA-256, DER), as the key service does on AWS. */
export const localSigner = (key: KeyObject): VerifierSigner => ({
  sign: async (content) => sign('sha256', content, key).toString('base64'),
});
