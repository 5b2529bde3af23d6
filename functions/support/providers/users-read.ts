import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import type { UserReader } from '#domain/ports/user-repository.ts';
import { tables } from './tables.ts';

export const userReader = (): UserReader => new UserRepository(tables);
