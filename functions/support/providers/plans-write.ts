import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { PlanWriter } from '#domain/ports/plan-repository.ts';
import { tables } from './tables.ts';

export const planWriter = (): PlanWriter => new PlanRepository(tables);
