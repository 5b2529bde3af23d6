import { mintScope, taskScope } from '#domain/access/scope.ts';
import type { publishEvents as job } from '#contract/jobs.ts';
import type { JobUseCase } from '#domain/job.ts';
import type { StoredEvent } from './verifier-status-update.ts';

/**
 * Queues what happened for the webhooks of its project, tells the world, and marks what it took; answers with what it did not. At least once: an event that was told and not
 * marked is told again, with the same `eventId`.
 */
export const publishEvents: JobUseCase<typeof job, readonly StoredEvent[], StoredEvent[]> = async (
  events,
  ports,
  runtime,
) => {
  const now = runtime.now();
  await Promise.all(
    events.map(({ detail }) => ports['deliveries:queue'].queue(taskScope.project(detail), detail, now)),
  );
  const taken = await ports['events:publish'].publish(events.map(({ detail }) => detail));
  const publishedAt = now.toISOString();
  const told = events.filter((_, index) => taken[index]);
  await Promise.all(
    told.map(({ cursor, detail }) =>
      ports['events:mark'].markPublished(mintScope.tenant(detail.tenantId), cursor, publishedAt),
    ),
  );
  return events.filter((_, index) => !taken[index]);
};
