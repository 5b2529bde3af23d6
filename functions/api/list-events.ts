import { listEvents as endpoint } from '#contract/endpoints/events.ts';
import { listEvents } from '#domain/events/list-events.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { eventReader } from '../support/providers/events-read.ts';
import { waitHolder } from '../support/providers/waits-hold.ts';

export const operation = implement(endpoint, listEvents);
export const handler = onApiGateway(operation, {
  'events:read': eventReader,
  'waits:hold': waitHolder,
});
