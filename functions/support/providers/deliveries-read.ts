import { DeliveryRepository } from '#adapters/dynamodb/delivery-repository.ts';
import type { DeliveryReader } from '#domain/ports/webhook-repository.ts';
import { tables } from './tables.ts';

export const deliveryReader = (): DeliveryReader => new DeliveryRepository(tables);
