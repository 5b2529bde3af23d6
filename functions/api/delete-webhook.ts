import { deleteWebhook as endpoint } from '#contract/endpoints/webhooks.ts';
import { deleteWebhook } from '#domain/webhooks/delete-webhook.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { webhookWriter } from '../support/providers/webhooks-write.ts';

export const operation = implement(endpoint, deleteWebhook);
export const handler = onApiGateway(operation, { 'webhooks:write': webhookWriter });
