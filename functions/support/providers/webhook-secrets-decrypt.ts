import { kmsDecipher } from '#adapters/kms/kms-cipher.ts';
import { createKmsClient } from '#adapters/kms/kms-signer.ts';
import type { SecretDecipher, WebhookSecretContext } from '#domain/ports/secret-cipher.ts';
import { variable } from './variable.ts';

export const webhookDecipher = (): SecretDecipher<WebhookSecretContext> =>
  kmsDecipher(createKmsClient(), variable('WEBHOOK_KEY'), 'webhook');
