import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SecretCipher, SecretDecipher } from '#domain/ports/secret-cipher.ts';

type Purpose = 'persona' | 'webhook';
type Context = Readonly<Record<string, string>>;

/** Everything that a ciphertext is bound to. */
const bound = (context: Context, purpose: Purpose): Context => ({ ...context, purpose, v: '1' });

/** Encrypts directly with the key of the key service, bound to the context. */
export class KmsCipher<C extends Context> implements SecretCipher<C> {
  readonly #client: KMSClient;
  readonly #keyId: string;
  readonly #purpose: Purpose;

  constructor(client: KMSClient, keyId: string, purpose: Purpose) {
    this.#client = client;
    this.#keyId = keyId;
    this.#purpose = purpose;
  }

  async encrypt(context: C, plaintext: Uint8Array): Promise<Uint8Array> {
    const EncryptionContext = bound(context, this.#purpose);
    const command = new EncryptCommand({ KeyId: this.#keyId, Plaintext: plaintext, EncryptionContext });
    return (await this.#client.send(command)).CiphertextBlob!;
  }
}

/** Reads what `KmsCipher` made; only where a role may. */
export class KmsDecipher<C extends Context> implements SecretDecipher<C> {
  readonly #client: KMSClient;
  readonly #keyId: string;
  readonly #purpose: Purpose;

  constructor(client: KMSClient, keyId: string, purpose: Purpose) {
    this.#client = client;
    this.#keyId = keyId;
    this.#purpose = purpose;
  }

  async decrypt(context: C, ciphertext: Uint8Array): Promise<Uint8Array> {
    const EncryptionContext = bound(context, this.#purpose);
    const command = new DecryptCommand({ KeyId: this.#keyId, CiphertextBlob: ciphertext, EncryptionContext });
    return (await this.#client.send(command)).Plaintext!;
  }
}
