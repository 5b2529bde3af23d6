import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { paymentEventRule } from '#contract/jobs.ts';
import type { PaymentEvent, PaymentEventPublisher } from '#domain/ports/payments.ts';

/** The same bus as that of our own events, with a source of its own. Throws where the bus does not take the event. */
export class PaymentBus implements PaymentEventPublisher {
  readonly #client: EventBridgeClient;
  readonly #name: string;

  constructor(client: EventBridgeClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async publish(event: PaymentEvent): Promise<void> {
    const entry = {
      EventBusName: this.#name,
      Source: paymentEventRule.source,
      DetailType: paymentEventRule.detailType,
      Detail: JSON.stringify(event),
    };
    const { FailedEntryCount, Entries } = await this.#client.send(new PutEventsCommand({ Entries: [entry] }));
    if (FailedEntryCount !== 0) throw new Error(`The event bus refused an event: ${Entries?.[0]?.ErrorCode}.`);
  }
}
