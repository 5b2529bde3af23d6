import { listWebhookDeliveries as endpoint } from '#contract/endpoints/webhooks.ts';
import { listWebhookDeliveries } from '#domain/webhooks/list-webhook-deliveries.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { deliveryReader } from '../support/providers/deliveries-read.ts';

export const operation = implement(endpoint, listWebhookDeliveries);
export const handler = onApiGateway(operation, { 'deliveries:read': deliveryReader });
