import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import type { TokenPolicyReader } from '#domain/ports/token-repository.ts';
import { tables } from './tables.ts';

export const tokenPolicyReader = (): TokenPolicyReader => new TokenRepository(tables);
