import { EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SecretCipher, SecretContext } from '#domain/ports/secret-cipher.ts';

/** Encrypts directly with the key of the key service, bound to the context. */
export class KmsCipher implements SecretCipher {
  readonly #client: KMSClient;
  readonly #keyId: string;

  constructor(client: KMSClient, keyId: string) {
    this.#client = client;
    this.#keyId = keyId;
  }

  async encrypt(context: SecretContext, plaintext: Uint8Array): Promise<Uint8Array> {
    const command = new EncryptCommand({
      KeyId: this.#keyId,
      Plaintext: plaintext,
      EncryptionContext: { ...context, purpose: 'persona', v: '1' },
    });
    const { CiphertextBlob } = await this.#client.send(command);
    return CiphertextBlob!;
  }
}
