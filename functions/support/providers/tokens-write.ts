import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import type { TokenWriter } from '#domain/ports/token-repository.ts';
import { tables } from './tables.ts';

export const tokenWriter = (): TokenWriter => new TokenRepository(tables);
