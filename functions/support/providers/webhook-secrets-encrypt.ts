import { kmsCipher } from '#adapters/kms/kms-cipher.ts';
import { createKmsClient } from '#adapters/kms/kms-signer.ts';
import type { SecretCipher, WebhookSecretContext } from '#domain/ports/secret-cipher.ts';
import { variable } from './variable.ts';

export const webhookCipher = (): SecretCipher<WebhookSecretContext> =>
  kmsCipher(createKmsClient(), variable('WEBHOOK_KEY'), 'webhook');
