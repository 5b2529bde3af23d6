import { RunRepository } from '#adapters/dynamodb/run-repository.ts';
import type { RunWriter } from '#domain/ports/run-repository.ts';
import { tables } from './tables.ts';

export const runWriter = (): RunWriter => new RunRepository(tables);
