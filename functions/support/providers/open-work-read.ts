import { OpenWork } from '#adapters/dynamodb/open-work.ts';
import type { OpenWorkReader } from '#domain/ports/open-work-reader.ts';
import { tables } from './tables.ts';

export const openWorkReader = (): OpenWorkReader => new OpenWork(tables);
