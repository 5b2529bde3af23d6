import type { deleteWebhook as endpoint } from '#contract/endpoints/webhooks.ts';
import { notFound } from '#contract/errors.ts';
import { placeOf } from '#domain/audit/place-of.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The webhook and its secret are gone at once. What was still to be posted is dropped when it comes up. */
export const deleteWebhook: UseCase<typeof endpoint> = async ({ scope, path, audit }, ports) => {
  const entry = audit('WEBHOOK_DELETED', { type: 'WEBHOOK', id: path.webhookId }, placeOf(scope));
  if (!(await ports['webhooks:write'].delete(scope, path.webhookId, { entry }))) throw notFound();
  return { body: undefined };
};
