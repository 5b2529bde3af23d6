import { createWebhook as endpoint } from '#contract/endpoints/webhooks.ts';
import { createWebhook } from '#domain/webhooks/create-webhook.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { webhookCipher } from '../support/providers/webhook-secrets-encrypt.ts';
import { webhookTargets } from '../support/providers/webhook-targets-check.ts';
import { webhookWriter } from '../support/providers/webhooks-write.ts';

export const operation = implement(endpoint, createWebhook);
export const handler = onApiGateway(operation, {
  'webhooks:write': webhookWriter,
  'webhook-targets:check': webhookTargets,
  'webhook-secrets:encrypt': webhookCipher,
});
