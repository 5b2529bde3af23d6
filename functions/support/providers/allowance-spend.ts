import { AllowanceRepository } from '#adapters/dynamodb/allowance-repository.ts';
import type { AllowanceSettler } from '#domain/ports/allowance.ts';
import { tables } from './tables.ts';

export const allowanceSettler = (): AllowanceSettler => new AllowanceRepository(tables);
