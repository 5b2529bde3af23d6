import type { createWebhook as endpoint } from '#contract/endpoints/webhooks.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { placeOf } from '#domain/audit/place-of.ts';
import type { UseCase } from '#domain/use-case.ts';
import { secretText } from './sign-delivery.ts';

/** Of one project at a time. */
const mostWebhooks = 10;
const secretBytes = 32;

/** A webhook of the project; this answer is the only place where its secret ever shows (decision record 0035). */
export const createWebhook: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { scope, body, alongside, audit } = input;
  const refusal = ports['webhook-targets:check'].refusalOf(body.url);
  if (refusal !== undefined)
    throw new ServiceError('WEBHOOK_URL_REFUSED', `Nothing is ever posted to this URL: it ${refusal}.`, [
      { in: 'body', pointer: '#/url', code: 'INVALID', message: refusal },
    ]);
  const webhook = {
    id: runtime.newId(),
    url: new URL(body.url).href,
    description: body.description ?? null,
    createdAt: runtime.now().toISOString(),
  };
  const secret = runtime.randomBytes(secretBytes);
  const context = { tenantId: scope.tenantId, webhookId: webhook.id };
  const sealed = await ports['webhook-secrets:encrypt'].encrypt(context, secret);
  const answer = { body: { ...webhook, secret: secretText(secret) } };
  // The host alone: the rest of an address may be a secret.
  const facts = { ...placeOf(scope), host: new URL(webhook.url).host };
  const entry = audit('WEBHOOK_CREATED', { type: 'WEBHOOK', id: webhook.id }, facts);
  const written = { ...alongside(answer), entry };
  const outcome = await ports['webhooks:write'].create(scope, webhook, sealed, mostWebhooks, written);
  if (outcome === 'GONE') throw notFound();
  if (outcome === 'LIMIT')
    throw new ServiceError(
      'WEBHOOK_LIMIT_REACHED',
      `A project may have ${mostWebhooks} webhooks. Delete one that is no longer needed.`,
    );
  return answer;
};
