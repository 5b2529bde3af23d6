import { BillingRepository } from '#adapters/dynamodb/billing-repository.ts';
import type { BillingCapWriter } from '#domain/ports/billing-reader.ts';
import { tables } from './tables.ts';

export const billingCapWriter = (): BillingCapWriter => new BillingRepository(tables);
