import { BillingRepository } from '#adapters/dynamodb/billing-repository.ts';
import type { BillingReader } from '#domain/ports/billing-reader.ts';
import { tables } from './tables.ts';

export const billingReader = (): BillingReader => new BillingRepository(tables);
