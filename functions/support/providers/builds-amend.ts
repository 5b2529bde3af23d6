import { BuildRepository } from '#adapters/dynamodb/build-repository.ts';
import type { BuildWriter } from '#domain/ports/build-repository.ts';
import { tables } from './tables.ts';

export const buildAmender = (): BuildWriter => new BuildRepository(tables);
