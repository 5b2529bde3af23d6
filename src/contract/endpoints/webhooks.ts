import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { createdWebhook, newWebhook, webhook, webhookDelivery } from '../schemas/webhooks.ts';

const path = '/api/v1/workspaces/{workspaceId}/projects/{projectId}/webhooks';

export const listWebhooks = defineEndpoint({
  operationId: 'listWebhooks',
  method: 'GET',
  path,
  summary: 'List the webhooks of a project, newest first',
  tags: ['Webhooks'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(webhook) },
  uses: ['webhooks:read'],
});

export const createWebhook = defineEndpoint({
  operationId: 'createWebhook',
  method: 'POST',
  path,
  summary: 'Have the events of a project posted to an address; the answer shows the signing secret once',
  tags: ['Webhooks'],
  permission: 'webhook:write',
  container: 'PATH',
  request: { body: newWebhook },
  success: { status: 201, body: createdWebhook, isSecret: true },
  uses: ['webhooks:write', 'webhook-targets:check', 'webhook-secrets:encrypt'],
  audits: ['WEBHOOK_CREATED'],
  errors: ['WEBHOOK_URL_REFUSED', 'WEBHOOK_LIMIT_REACHED'],
});

export const deleteWebhook = defineEndpoint({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: `${path}/{webhookId}`,
  summary: 'Delete a webhook; nothing more is posted to it',
  tags: ['Webhooks'],
  permission: 'webhook:write',
  container: 'PATH',
  success: { status: 204 },
  uses: ['webhooks:write'],
  audits: ['WEBHOOK_DELETED'],
});

export const listWebhookDeliveries = defineEndpoint({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: `${path}/{webhookId}/deliveries`,
  summary: 'List what was or is to be posted to a webhook within the last seven days, newest first',
  tags: ['Webhooks'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(webhookDelivery) },
  uses: ['deliveries:read'],
});
