import { CaseRepository } from '#adapters/dynamodb/case-repository.ts';
import type { CaseReader } from '#domain/ports/case-repository.ts';
import { tables } from './tables.ts';

export const caseReader = (): CaseReader => new CaseRepository(tables);
