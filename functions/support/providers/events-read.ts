import { EventRepository } from '#adapters/dynamodb/event-repository.ts';
import type { EventReader } from '#domain/ports/event-reader.ts';
import { tables } from './tables.ts';

export const eventReader = (): EventReader => new EventRepository(tables);
