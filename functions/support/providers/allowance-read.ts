import { AllowanceRepository } from '#adapters/dynamodb/allowance-repository.ts';
import type { AllowanceReader } from '#domain/ports/allowance.ts';
import { tables } from './tables.ts';

export const allowanceReader = (): AllowanceReader => new AllowanceRepository(tables);
