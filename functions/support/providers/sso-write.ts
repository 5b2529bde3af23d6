import { SsoRepository } from '#adapters/dynamodb/sso-repository.ts';
import type { SsoWriter } from '#domain/ports/sso-repository.ts';
import { tables } from './tables.ts';

export const ssoWriter = (): SsoWriter => new SsoRepository(tables);
