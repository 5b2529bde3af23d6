import { deliverWebhooks as job } from '#contract/jobs.ts';
import { deliverWebhooks } from '#domain/webhooks/deliver-webhooks.ts';
import { implementJob } from '../support/implement-job.ts';
import { onDeliveries } from '../support/on-job.ts';
import { deliveryWriter } from '../support/providers/deliveries-write.ts';
import { openWorkReader } from '../support/providers/open-work-read.ts';
import { webhookDecipher } from '../support/providers/webhook-secrets-decrypt.ts';
import { webhookSender } from '../support/providers/webhooks-send.ts';

export const operation = implementJob(job, deliverWebhooks);
export const handler = onDeliveries(operation, {
  'open-work:read': openWorkReader,
  'deliveries:write': deliveryWriter,
  'webhook-secrets:decrypt': webhookDecipher,
  'webhooks:send': webhookSender,
});
