import { listWebhooks as endpoint } from '#contract/endpoints/webhooks.ts';
import { listWebhooks } from '#domain/webhooks/list-webhooks.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { webhookReader } from '../support/providers/webhooks-read.ts';

export const operation = implement(endpoint, listWebhooks);
export const handler = onApiGateway(operation, { 'webhooks:read': webhookReader });
