import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import type { UserRemover } from '#domain/ports/user-repository.ts';
import { tables } from './tables.ts';

export const userRemover = (): UserRemover => new UserRepository(tables);
