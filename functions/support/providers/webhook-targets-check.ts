import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import type { WebhookTargets } from '#domain/ports/webhook-sender.ts';

export const webhookTargets = (): WebhookTargets => new TargetRules();
