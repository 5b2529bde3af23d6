import { createHmac } from 'node:crypto';
import { stripeSignatures } from '#adapters/stripe/signature.ts';
import type { PaymentEvent, PaymentEventPublisher, PaymentEventSource } from '#domain/ports/payments.ts';

export const webhookPath = '/api/billing/webhooks/stripe';
export const webhookSecret = 'whsec_0123456789abcdef0123456789abcdef';

/** The signature as the provider documents it, by nothing of the provider's. */
export const signatureOf = (body: string, at = new Date(), secret = webhookSecret): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

/** An event about a customer, as the provider writes it. */
export const eventBody = (
  customer: string | null,
  { type = 'customer.subscription.updated', livemode = false, id = 'evt_1', ...more }: Record<string, unknown> = {},
): string =>
  JSON.stringify({
    id,
    object: 'event',
    type,
    livemode,
    data: { object: { object: 'subscription', customer } },
    ...more,
  });

/** The ports of the receiver: a real check of signatures, and a bus that keeps what it was given. */
export const paymentEventPorts = () => {
  const published: PaymentEvent[] = [];
  const state = { isDown: false, reads: 0 };
  const source: PaymentEventSource = {
    isLive: false,
    ...stripeSignatures(async () => {
      state.reads += 1;
      return [webhookSecret];
    }),
  };
  const publisher: PaymentEventPublisher = {
    publish: async (event) => {
      if (state.isDown) throw new Error('The bus is down.');
      published.push(event);
    },
  };
  return { published, state, ports: { 'payment-events:verify': source, 'payment-events:publish': publisher } };
};
