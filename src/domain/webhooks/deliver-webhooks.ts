import type { deliverWebhooks as job } from '#contract/jobs.ts';
import { type ProjectScope, taskScope } from '#domain/access/scope.ts';
import type { JobUseCase } from '#domain/job.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { Delivery, Reply } from '#domain/ports/webhook-repository.ts';
import { signedHeaders } from './sign-delivery.ts';

type Ports = PortsFor<(typeof job)['uses'][number]>;
type Outcome = 'delivered' | 'postponed' | 'givenUp' | 'dropped' | 'left';
export type Delivered = Record<Outcome, number>;

/** From one attempt to the next; after the last of them it is given up (decision record 0035). */
const pausesSeconds = [60, 300, 1800, 7200, 18_000, 36_000] as const;
/** Longer than an attempt takes. Whoever claimed one and ended in between loses it then. */
const claimSeconds = 30;
/** So long attempts are begun. What is left is due, and the next run's. */
const runSeconds = 60;
const mostAtOnce = 5000;
const lanesAtOnce = 50;

/**
 * Posts deliveries: those that came up just now, or without any, all that are due. Each webhook is a lane of its own, one post after the
 * other, so that one that hangs keeps nobody else waiting. At least once: an attempt whose end was not recorded is made again, under the
 * same id.
 */
export const deliverWebhooks: JobUseCase<typeof job, readonly Delivery[] | undefined, Delivered> = async (
  fresh,
  ports,
  runtime,
) => {
  const now = runtime.now();
  const due = fresh ?? (await ports['open-work:read'].listDeliveries(now, mostAtOnce));
  const lanes = [...Map.groupBy(due, ({ webhookId }) => webhookId).values()];
  const endsAt = now.getTime() + runSeconds * 1000;
  const counts: Delivered = { delivered: 0, postponed: 0, givenUp: 0, dropped: 0, left: 0 };
  const failures: unknown[] = [];
  const next = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
      await deliverInOrder(lane, endsAt, counts, ports, runtime).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, next));
  // What failed on our side is still due.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} webhooks could not be served.`);
  return counts;
};

const deliverInOrder = async (
  lane: readonly Delivery[],
  endsAt: number,
  counts: Delivered,
  ports: Ports,
  runtime: Runtime,
): Promise<void> => {
  const [{ event, webhookId }] = lane as [Delivery];
  const scope = taskScope.project(event);
  for (const delivery of lane) {
    const isLate = runtime.now().getTime() >= endsAt;
    counts[isLate ? 'left' : await deliver(scope, webhookId, delivery, ports, runtime)] += 1;
  }
};

/** The target is read for every attempt: a webhook that was deleted a moment ago gets nothing more. */
const deliver = async (
  scope: ProjectScope,
  webhookId: string,
  delivery: Delivery,
  ports: Ports,
  runtime: Runtime,
): Promise<Outcome> => {
  const deliveries = ports['deliveries:write'];
  const target = await deliveries.findTarget(scope, webhookId);
  if (target === undefined) {
    await deliveries.drop(scope, delivery);
    return 'dropped';
  }
  const context = { tenantId: scope.tenantId, webhookId };
  const secret = await ports['webhook-secrets:decrypt'].decrypt(context, target.secret);
  const sentAt = runtime.now();
  const claimed = await deliveries.claim(scope, delivery, new Date(sentAt.getTime() + claimSeconds * 1000));
  if (claimed === undefined) return 'left';
  const body = JSON.stringify({ type: 'VERIFIER_STATUS_UPDATE', detail: claimed.event });
  const headers = signedHeaders(secret, claimed.event.eventId, sentAt, body);
  const reply = await ports['webhooks:send'].post(target.url, headers, body);
  const endedAt = runtime.now();
  const attempt = { at: sentAt.toISOString(), durationMs: endedAt.getTime() - sentAt.getTime(), ...reply };
  const { status, nextAttemptAt } = after(claimed, reply, endedAt);
  await deliveries.record(scope, claimed, { status, nextAttemptAt, attempts: [...claimed.attempts, attempt] });
  if (status === 'DELIVERED') return 'delivered';
  return status === 'PENDING' ? 'postponed' : 'givenUp';
};

const after = ({ tries }: Delivery, { statusCode }: Reply, now: Date): Pick<Delivery, 'status' | 'nextAttemptAt'> => {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { status: 'DELIVERED', nextAttemptAt: null };
  const pause = pausesSeconds[tries - 1];
  if (pause === undefined) return { status: 'GIVEN_UP', nextAttemptAt: null };
  return { status: 'PENDING', nextAttemptAt: new Date(now.getTime() + pause * 1000).toISOString() };
};
