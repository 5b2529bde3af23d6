import { EventRepository } from '#adapters/dynamodb/event-repository.ts';
import type { EventMarker } from '#domain/ports/event-reader.ts';
import { tables } from './tables.ts';

export const eventMarker = (): EventMarker => new EventRepository(tables);
