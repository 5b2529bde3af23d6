import { publishEvents as job } from '#contract/jobs.ts';
import { publishEvents } from '#domain/events/publish-events.ts';
import { implementJob } from '../support/implement-job.ts';
import { onEvents } from '../support/on-job.ts';
import { deliveryQueue } from '../support/providers/deliveries-queue.ts';
import { eventMarker } from '../support/providers/events-mark.ts';
import { eventPublisher } from '../support/providers/events-publish.ts';

export const operation = implementJob(job, publishEvents);
export const handler = onEvents(operation, {
  'deliveries:queue': deliveryQueue,
  'events:publish': eventPublisher,
  'events:mark': eventMarker,
});
