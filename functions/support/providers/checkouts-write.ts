import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import type { CheckoutWriter } from '#domain/ports/checkout-repository.ts';
import { tables } from './tables.ts';

export const checkoutWriter = (): CheckoutWriter => new CheckoutRepository(tables);
