import { randomBytes } from 'node:crypto';
import { stripeSignatures } from '#adapters/stripe/signature.ts';
import type { PaymentEvent, PaymentEventPublisher, PaymentEventSource } from '#domain/ports/payments.ts';

type Listener = (event: PaymentEvent) => Promise<void>;

/** The way of payment events on one machine: signed with a secret of this process, and handed to whoever listens in place of the bus. */
export class LocalPaymentEvents implements PaymentEventSource, PaymentEventPublisher {
  readonly isLive = false;
  /** What the sender of events signs with. */
  readonly secret = `whsec_${randomBytes(24).toString('hex')}`;
  readonly #signatures = stripeSignatures(async () => [this.secret]);
  #listener: Listener | undefined;

  verify(of: Parameters<PaymentEventSource['verify']>[0]): Promise<PaymentEvent | undefined> {
    return this.#signatures.verify(of);
  }

  /** Who carries out what an event sets off; never rejects. */
  onEvent(listener: Listener): void {
    this.#listener = listener;
  }

  async publish(event: PaymentEvent): Promise<void> {
    if (!this.#listener) throw new Error('Nobody listens to payment events.');
    await this.#listener(event);
  }
}
