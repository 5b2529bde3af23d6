import { DomainRepository } from '#adapters/dynamodb/domain-repository.ts';
import type { DomainHolding } from '#domain/ports/domain-repository.ts';
import { tables } from './tables.ts';

export const domainHolding = (): DomainHolding => new DomainRepository(tables);
