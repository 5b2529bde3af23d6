import type { listWebhookDeliveries as endpoint } from '#contract/endpoints/webhooks.ts';
import { notFound } from '#contract/errors.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';

/** What was or is to be posted to a webhook, newest first, each with every attempt. */
export const listWebhookDeliveries: UseCase<typeof endpoint> = async ({ scope, path, query }, ports) => {
  const deliveries = await ports['deliveries:read'].list(scope, path.webhookId);
  if (deliveries === undefined) throw notFound();
  const { data, ...page } = pageOf(deliveries, query);
  return {
    body: {
      ...page,
      data: data.map(({ event: { eventId, featureId, sequence }, status, createdAt, nextAttemptAt, attempts }) => ({
        eventId,
        type: 'VERIFIER_STATUS_UPDATE' as const,
        featureId,
        sequence,
        status,
        createdAt,
        nextAttemptAt,
        attempts,
      })),
    },
  };
};
