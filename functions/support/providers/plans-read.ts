import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { PlanReader } from '#domain/ports/plan-repository.ts';
import { tables } from './tables.ts';

export const planReader = (): PlanReader => new PlanRepository(tables);
