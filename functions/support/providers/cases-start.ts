import { CaseRepository } from '#adapters/dynamodb/case-repository.ts';
import type { CaseWriter } from '#domain/ports/case-repository.ts';
import { tables } from './tables.ts';

export const caseStarter = (): CaseWriter => new CaseRepository(tables);
