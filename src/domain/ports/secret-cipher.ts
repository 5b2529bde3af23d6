/** What a secret belongs to. Without the very same context the ciphertext cannot be read, so one moved elsewhere is worthless. */
export type SecretContext = { tenantId: string; personaId: string; container: string };

/** What a webhook's secret belongs to. It has a key of its own. */
export type WebhookSecretContext = { tenantId: string; webhookId: string };

/** Encrypts and nothing else: nothing on a public endpoint ever needs a secret in the clear (security and reliability §1.2). */
export interface SecretCipher<Context = SecretContext> {
  /** At most 4,096 bytes. */
  encrypt(context: Context, plaintext: Uint8Array): Promise<Uint8Array>;
}

/** For the one job that signs with webhooks' secrets. */
export interface SecretDecipher<Context> {
  /** Rejects unless the ciphertext was made in this very context. */
  decrypt(context: Context, ciphertext: Uint8Array): Promise<Uint8Array>;
}
