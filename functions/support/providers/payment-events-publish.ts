import { createEventsClient } from '#adapters/event-bridge/event-bus.ts';
import { PaymentBus } from '#adapters/event-bridge/payment-bus.ts';
import type { PaymentEventPublisher } from '#domain/ports/payments.ts';
import { variable } from './variable.ts';

export const paymentEventPublisher = (): PaymentEventPublisher =>
  new PaymentBus(createEventsClient(), variable('EVENT_BUS'));
