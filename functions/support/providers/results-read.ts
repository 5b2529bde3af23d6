import { RunRepository } from '#adapters/dynamodb/run-repository.ts';
import type { ResultReader } from '#domain/ports/run-repository.ts';
import { tables } from './tables.ts';

export const resultReader = (): ResultReader => new RunRepository(tables);
