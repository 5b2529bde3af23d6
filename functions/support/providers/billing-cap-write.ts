import { BillingCapRepository } from '#adapters/dynamodb/billing-cap-repository.ts';
import type { BillingCapWriter } from '#domain/ports/billing-cap-writer.ts';
import { tables } from './tables.ts';

export const billingCapWriter = (): BillingCapWriter => new BillingCapRepository(tables);
