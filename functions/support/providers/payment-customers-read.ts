import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import type { PaymentCustomerReader } from '#domain/ports/checkout-repository.ts';
import { tables } from './tables.ts';

export const paymentCustomerReader = (): PaymentCustomerReader => new CheckoutRepository(tables);
