import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import type { UserWriter } from '#domain/ports/user-repository.ts';
import { tables } from './tables.ts';

export const userWriter = (): UserWriter => new UserRepository(tables);
