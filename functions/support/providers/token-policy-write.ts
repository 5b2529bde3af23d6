import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import type { TokenPolicyWriter } from '#domain/ports/token-repository.ts';
import { tables } from './tables.ts';

export const tokenPolicyWriter = (): TokenPolicyWriter => new TokenRepository(tables);
