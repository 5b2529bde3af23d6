import { WebhookRepository } from '#adapters/dynamodb/webhook-repository.ts';
import type { WebhookWriter } from '#domain/ports/webhook-repository.ts';
import { tables } from './tables.ts';

export const webhookWriter = (): WebhookWriter => new WebhookRepository(tables);
