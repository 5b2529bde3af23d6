import { receivePaymentEvent as endpoint } from '#contract/endpoints/billing.ts';
import { receivePaymentEvent } from '#domain/billing/receive-payment-event.ts';
import { implement } from '../support/implement.ts';
import { onPublicApiGateway } from '../support/on-public-api-gateway.ts';
import { paymentEventPublisher } from '../support/providers/payment-events-publish.ts';
import { paymentEventSource } from '../support/providers/payment-events-verify.ts';

export const operation = implement(endpoint, receivePaymentEvent);
export const handler = onPublicApiGateway(operation, {
  'payment-events:verify': paymentEventSource,
  'payment-events:publish': paymentEventPublisher,
});
