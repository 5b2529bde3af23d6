import { JoinRepository } from '#adapters/dynamodb/join-repository.ts';
import type { Joins } from '#domain/ports/join-repository.ts';
import { tables } from './tables.ts';

export const joins = (): Joins => new JoinRepository(tables);
