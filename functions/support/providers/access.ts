import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import type { AccessReader } from '#domain/ports/access-reader.ts';
import { systemRuntime } from '../runtime.ts';
import { tables } from './tables.ts';

export const accessReader = (): AccessReader => new AccessRepository(tables, () => systemRuntime.now());
