import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SecretCipher, SecretDecipher } from '#domain/ports/secret-cipher.ts';

type Purpose = 'persona' | 'webhook' | 'llm';
type Context = Readonly<Record<string, string>>;

/** Everything that a ciphertext is bound to. */
const bound = (context: Context, purpose: Purpose): Context => ({ ...context, purpose, v: '1' });

/** Encrypts directly with the key of the key service, bound to the context. */
export const kmsCipher = <C extends Context>(client: KMSClient, KeyId: string, purpose: Purpose): SecretCipher<C> => ({
  encrypt: async (context, Plaintext) => {
    const command = new EncryptCommand({ KeyId, Plaintext, EncryptionContext: bound(context, purpose) });
    return (await client.send(command)).CiphertextBlob!;
  },
});

/** Reads what `kmsCipher` made; only where a role may. */
export const kmsDecipher = <C extends Context>(
  client: KMSClient,
  KeyId: string,
  purpose: Purpose,
): SecretDecipher<C> => ({
  decrypt: async (context, CiphertextBlob) => {
    const command = new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: bound(context, purpose) });
    return (await client.send(command)).Plaintext!;
  },
});
