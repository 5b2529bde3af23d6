import { DomainRepository } from '#adapters/dynamodb/domain-repository.ts';
import type { DomainAdder } from '#domain/ports/domain-repository.ts';
import { tables } from './tables.ts';

export const domainAdder = (): DomainAdder => new DomainRepository(tables);
