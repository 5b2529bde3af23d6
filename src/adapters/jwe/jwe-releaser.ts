import { CompactEncrypt, importJWK } from 'jose';
import {
  type SecretContext,
  type SecretDecipher,
  type SecretReleaser,
  UnusableKey,
} from '#domain/ports/secret-cipher.ts';

/** Releases what the decipher reads as a compact JWE: ECDH-ES with A256GCM (RFC 7516, 7518). */
export const jweReleaser = (decipher: SecretDecipher<SecretContext>): SecretReleaser => ({
  to: async (publicKey) => {
    const key = await importJWK(publicKey, 'ECDH-ES').catch((cause: unknown) => {
      throw new UnusableKey('The key is not on its curve.', { cause });
    });
    return async (context, ciphertext) =>
      new CompactEncrypt(await decipher.decrypt(context, ciphertext))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
        .encrypt(key);
  },
});
