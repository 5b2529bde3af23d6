import { DomainRepository } from '#adapters/dynamodb/domain-repository.ts';
import type { DomainReader } from '#domain/ports/domain-repository.ts';
import { tables } from './tables.ts';

export const domainReader = (): DomainReader => new DomainRepository(tables);
