import { BuildRepository } from '#adapters/dynamodb/build-repository.ts';
import type { BuildReader } from '#domain/ports/build-repository.ts';
import { tables } from './tables.ts';

export const buildReader = (): BuildReader => new BuildRepository(tables);
