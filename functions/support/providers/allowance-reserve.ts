import { AllowanceRepository } from '#adapters/dynamodb/allowance-repository.ts';
import type { AllowanceReserver } from '#domain/ports/allowance.ts';
import { tables } from './tables.ts';

export const allowanceReserver = (): AllowanceReserver => new AllowanceRepository(tables);
