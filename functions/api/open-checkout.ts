import { openCheckout as endpoint } from '#contract/endpoints/billing.ts';
import { openCheckout } from '#domain/billing/open-checkout.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { checkoutWriter } from '../support/providers/checkouts-write.ts';
import { payments } from '../support/providers/payments-ask.ts';
import { planReader } from '../support/providers/plans-read.ts';

export const operation = implement(endpoint, openCheckout);
export const handler = onApiGateway(operation, {
  'plans:read': planReader,
  'checkouts:write': checkoutWriter,
  'payments:ask': payments,
});
