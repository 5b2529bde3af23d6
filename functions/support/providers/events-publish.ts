import { createEventsClient, EventBus } from '#adapters/event-bridge/event-bus.ts';
import type { EventPublisher } from '#domain/ports/event-reader.ts';
import { variable } from './variable.ts';

export const eventPublisher = (): EventPublisher => new EventBus(createEventsClient(), variable('EVENT_BUS'));
