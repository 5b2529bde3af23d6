import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretCipher, SecretContext } from '#domain/ports/secret-cipher.ts';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

const contextBytes = ({ tenantId, personaId, container }: SecretContext): Buffer =>
  Buffer.from(JSON.stringify([tenantId, personaId, container, 'persona', '1']));

/** AES-256-GCM under the key of the data folder; the context is what the tag covers besides, as the key service has it. */
export class LocalCipher implements SecretCipher {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  async encrypt(context: SecretContext, plaintext: Uint8Array): Promise<Uint8Array> {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(contextBytes(context));
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), ciphertext]));
  }

  /** Throws unless the ciphertext was made in this very context. */
  decrypt(context: SecretContext, stored: Uint8Array): Buffer {
    const bytes = Buffer.from(stored);
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, ivBytes))
      .setAAD(contextBytes(context))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  }
}
