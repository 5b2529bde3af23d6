import { DeliveryRepository } from '#adapters/dynamodb/delivery-repository.ts';
import type { DeliveryWriter } from '#domain/ports/webhook-repository.ts';
import { tables } from './tables.ts';

export const deliveryWriter = (): DeliveryWriter => new DeliveryRepository(tables);
