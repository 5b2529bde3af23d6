import { defineEndpoint } from '../define-endpoint.ts';
import { eventFeed, feedQuery } from '../schemas/events.ts';

export const listEvents = defineEndpoint({
  operationId: 'listEvents',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'Read the event feed of the tenant from a cursor on, waiting for news if asked',
  tags: ['Events'],
  permission: 'event:read',
  request: { query: feedQuery },
  success: { status: 200, body: eventFeed },
  /** 25 seconds of waiting and the answer; the gateway gives up after 30. */
  timeoutSeconds: 29,
  concurrencyShare: 0.15,
  uses: ['events:read', 'waits:hold'],
});
