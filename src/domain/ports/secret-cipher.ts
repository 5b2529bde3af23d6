/** What a secret belongs to. Without the very same context the ciphertext cannot be read, so one moved elsewhere is worthless. */
export type SecretContext = { tenantId: string; personaId: string; container: string };

/** Encrypts and nothing else: nothing on a public endpoint ever needs a secret in the clear (security and reliability §1.2). */
export interface SecretCipher {
  /** At most 4,096 bytes. */
  encrypt(context: SecretContext, plaintext: Uint8Array): Promise<Uint8Array>;
}
