import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import type { UserCreator } from '#domain/ports/user-repository.ts';
import { tables } from './tables.ts';

export const userCreator = (): UserCreator => new UserRepository(tables);
