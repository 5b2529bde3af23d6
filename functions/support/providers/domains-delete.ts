import { DomainRepository } from '#adapters/dynamodb/domain-repository.ts';
import type { DomainRemover } from '#domain/ports/domain-repository.ts';
import { tables } from './tables.ts';

export const domainRemover = (): DomainRemover => new DomainRepository(tables);
