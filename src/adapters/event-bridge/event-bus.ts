import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';
import type { EventPublisher } from '#domain/ports/event-reader.ts';

/** A client for the region (and, for an emulator, the endpoint) that the environment names. */
export const createEventsClient = (): EventBridgeClient => {
  const region = process.env['AWS_REGION'];
  if (region === undefined) throw new Error('AWS_REGION is not set');
  return new EventBridgeClient({ region, maxAttempts: 3 });
};

/** A call takes no more. */
const mostAtOnce = 10;

/** One event bus (decision record 0005): source `dezycro.verifier`, the stored detail as it is. */
export class EventBus implements EventPublisher {
  readonly #client: EventBridgeClient;
  readonly #name: string;

  constructor(client: EventBridgeClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async publish(events: readonly VerifierStatusUpdate[]): Promise<boolean[]> {
    const taken: boolean[] = [];
    for (let from = 0; from < events.length; from += mostAtOnce) {
      const Entries = events.slice(from, from + mostAtOnce).map((detail) => ({
        EventBusName: this.#name,
        Source: 'dezycro.verifier',
        DetailType: 'VERIFIER_STATUS_UPDATE',
        Time: new Date(detail.occurredAt),
        Detail: JSON.stringify(detail),
      }));
      const { Entries: answers = [] } = await this.#client.send(new PutEventsCommand({ Entries }));
      taken.push(...Entries.map((_, index) => answers[index]?.EventId !== undefined));
    }
    return taken;
  }
}
