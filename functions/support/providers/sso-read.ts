import { SsoRepository } from '#adapters/dynamodb/sso-repository.ts';
import type { SsoReader } from '#domain/ports/sso-repository.ts';
import { tables } from './tables.ts';

export const ssoReader = (): SsoReader => new SsoRepository(tables);
