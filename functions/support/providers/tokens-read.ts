import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import type { TokenReader } from '#domain/ports/token-repository.ts';
import { tables } from './tables.ts';

export const tokenReader = (): TokenReader => new TokenRepository(tables);
