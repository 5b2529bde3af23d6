import { LimitRepository } from '#adapters/dynamodb/limit-repository.ts';
import type { LimitReader } from '#domain/ports/limit-reader.ts';
import { tables } from './tables.ts';

export const limitReader = (): LimitReader => new LimitRepository(tables);
