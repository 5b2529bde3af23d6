import { WebhookRepository } from '#adapters/dynamodb/webhook-repository.ts';
import type { WebhookReader } from '#domain/ports/webhook-repository.ts';
import { tables } from './tables.ts';

export const webhookReader = (): WebhookReader => new WebhookRepository(tables);
