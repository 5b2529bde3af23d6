import { DeliveryRepository } from '#adapters/dynamodb/delivery-repository.ts';
import type { DeliveryQueue } from '#domain/ports/webhook-repository.ts';
import { tables } from './tables.ts';

export const deliveryQueue = (): DeliveryQueue => new DeliveryRepository(tables);
