import { RunRepository } from '#adapters/dynamodb/run-repository.ts';
import type { RunReader } from '#domain/ports/run-repository.ts';
import { tables } from './tables.ts';

export const runReader = (): RunReader => new RunRepository(tables);
