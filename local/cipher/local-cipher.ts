import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { LlmKeyContext } from '#domain/ports/llm-key-repository.ts';
import type { ProviderContext } from '../sign-in/file-providers.ts';
import type { SecretCipher, SecretContext, SecretDecipher, WebhookSecretContext } from '#domain/ports/secret-cipher.ts';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

type Parts<C> = (context: C) => string[];

const personaParts: Parts<SecretContext> = ({ tenantId, personaId, container }) => [
  tenantId,
  personaId,
  container,
  'persona',
  '1',
];
const llmParts: Parts<LlmKeyContext> = ({ tenantId }) => [tenantId, 'llm', '1'];
const providerParts: Parts<ProviderContext> = ({ provider }) => [provider, 'identity-provider', '1'];
const webhookParts: Parts<WebhookSecretContext> = ({ tenantId, webhookId }) => [tenantId, webhookId, 'webhook', '1'];

/** AES-256-GCM under a key of the data folder; the context is what the tag covers besides, as the key service has it. */
export class LocalCipher<C> implements SecretCipher<C>, SecretDecipher<C> {
  readonly #key: Buffer;
  readonly #parts: Parts<C>;

  private constructor(key: Buffer, parts: Parts<C>) {
    this.#key = key;
    this.#parts = parts;
  }

  static forPersonas = (key: Buffer): LocalCipher<SecretContext> => new LocalCipher(key, personaParts);
  static forLlmKeys = (key: Buffer): LocalCipher<LlmKeyContext> => new LocalCipher(key, llmParts);
  static forProviders = (key: Buffer): LocalCipher<ProviderContext> => new LocalCipher(key, providerParts);
  static forWebhooks = (key: Buffer): LocalCipher<WebhookSecretContext> => new LocalCipher(key, webhookParts);

  async encrypt(context: C, plaintext: Uint8Array): Promise<Uint8Array> {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(this.#bound(context));
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), ciphertext]));
  }

  async decrypt(context: C, stored: Uint8Array): Promise<Buffer> {
    const bytes = Buffer.from(stored);
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, ivBytes))
      .setAAD(this.#bound(context))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  }

  #bound(context: C): Buffer {
    return Buffer.from(JSON.stringify(this.#parts(context)));
  }
}
