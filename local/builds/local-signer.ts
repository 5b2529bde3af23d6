import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { SigningKeyReader, VerifierSigner } from '#domain/ports/verifier-stamper.ts';

/** Signs with the key of the data folder (ECDSA P-256, SHA-256, DER), as the key service does on AWS. */
export const localSigner = (key: KeyObject): VerifierSigner & SigningKeyReader => ({
  sign: async (content) => sign('sha256', content, key).toString('base64'),
  publicKey: async () => createPublicKey(key).export({ type: 'spki', format: 'der' }),
});
