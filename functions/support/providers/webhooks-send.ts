import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import { HttpSender } from '#adapters/webhooks/webhook-sender.ts';
import type { WebhookSender } from '#domain/ports/webhook-sender.ts';

export const webhookSender = (): WebhookSender => new HttpSender(new TargetRules());
