import type { openPortal as endpoint } from '#contract/endpoints/billing.ts';
import { ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { noSubscription } from './no-subscription.ts';

/** The provider's own page for card, invoices and the end of the subscription; it comes back to our origin only. */
export const openPortal: UseCase<typeof endpoint> = async ({ scope, body, alongside }, ports) => {
  const { plan } = await ports['plans:read'].get(scope);
  if (plan.customerId === null) throw noSubscription();
  const payments = ports['payments:ask'];
  const returnUrl = body.returnUrl ?? payments.returnUrl();
  if (new URL(returnUrl).origin !== new URL(payments.returnUrl()).origin)
    throw new ServiceError('VALIDATION_FAILED', '#/returnUrl must lie below our own origin', [
      { in: 'body', pointer: '#/returnUrl', code: 'INVALID', message: 'must lie below our own origin' },
    ]);
  const answer = { body: await payments.openPortal({ customerId: plan.customerId, returnUrl }) };
  await ports['answers:keep'].keep(scope, alongside(answer));
  return answer;
};
