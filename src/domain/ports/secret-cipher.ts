/** What a secret belongs to. Without the very same context the ciphertext cannot be read, so one moved elsewhere is worthless. */
export type SecretContext = { tenantId: string; personaId: string; container: string };

/** What a webhook's secret belongs to. It has a key of its own. */
export type WebhookSecretContext = { tenantId: string; webhookId: string };

/** Encrypts and nothing else (security and reliability §1.2). */
export interface SecretCipher<Context = SecretContext> {
  /** At most 4,096 bytes. */
  encrypt(context: Context, plaintext: Uint8Array): Promise<Uint8Array>;
}

/** For the job that signs with webhooks' secrets, and for a `SecretReleaser`. */
export interface SecretDecipher<Context> {
  /** Rejects unless the ciphertext was made in this very context. */
  decrypt(context: Context, ciphertext: Uint8Array): Promise<Uint8Array>;
}

/** Public half of an ECDH key on P-256 (RFC 7517); coordinates in base64url. */
export type PublicJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string };

/** Decrypts a secret and encrypts it anew to the key: a compact JWE. Rejects unless the ciphertext was made in this very context. */
export type Release = (context: SecretContext, ciphertext: Uint8Array) => Promise<string>;

/** Hands secrets on, never in the clear. */
export interface SecretReleaser {
  /** Throws UnusableKey. */
  to(publicKey: PublicJwk): Promise<Release>;
}

/** A public key that nothing can be encrypted to. */
export class UnusableKey extends Error {
  override readonly name = 'UnusableKey';
}
