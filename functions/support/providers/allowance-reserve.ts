import { AllowanceRepository } from '#adapters/dynamodb/allowance-repository.ts';
import type { AllowanceReleaser } from '#domain/ports/allowance.ts';
import { tables } from './tables.ts';

export const allowanceReleaser = (): AllowanceReleaser => new AllowanceRepository(tables);
