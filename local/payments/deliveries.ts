import { createHash } from 'node:crypto';
import { Stripe } from 'stripe';
import { subscribedEvents } from '#adapters/stripe/subscribed-events.ts';
import type { Delivery, PaymentsState } from './objects.ts';

export type Webhook = {
  /** What is signed with. */
  secret: string;
  /** Answers the status, 0 where there was none; never rejects. */
  post: (sent: { body: string; signature: string }) => Promise<number>;
};

/** What a tester may do to events on their way. */
export type DeliveryControls = {
  dropEvents: boolean;
  duplicateEvents: boolean;
  /** Deliveries that are due together come in an order of this seed; null: as they happened. */
  reorderSeed: number | null;
  lagSeconds: number;
};

const threeDays = 3 * 24 * 3600;
const firstRetrySeconds = 60;

/** The events on their way to our webhook: sent again for three days until it answers 2xx, as Stripe does. */
export class Deliveries {
  readonly #state: PaymentsState;
  readonly #controls: DeliveryControls;
  readonly #seconds: () => number;
  readonly #webhook: Webhook | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(state: PaymentsState, controls: DeliveryControls, seconds: () => number, webhook?: Webhook) {
    this.#state = state;
    this.#controls = controls;
    this.#seconds = seconds;
    this.#webhook = webhook;
  }

  /** An event happened; it is sent where our webhook is told of its type. */
  add(event: string): void {
    const { dropEvents, duplicateEvents, lagSeconds } = this.#controls;
    const isWanted = subscribedEvents.some((type) => type === this.#state.events[event]!.type);
    if (!isWanted || dropEvents || !this.#webhook) return;
    const delivery = { event, dueAt: this.#state.now + lagSeconds, attempts: 0 };
    this.#state.deliveries.push(delivery, ...(duplicateEvents ? [{ ...delivery }] : []));
  }

  nextDueAt(): number | undefined {
    const times = this.#state.deliveries.map(({ dueAt }) => dueAt);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Sends what is due, one after the other, until nothing is. Calls at the same time wait for each other. */
  send(): Promise<void> {
    // Whoever began what failed was told.
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#sendDue());
    return this.#sending;
  }

  async #sendDue(): Promise<void> {
    for (;;) {
      const now = this.#seconds();
      const due = this.#state.deliveries.filter(({ dueAt }) => dueAt <= now);
      if (due.length === 0) return;
      this.#state.deliveries = this.#state.deliveries.filter(({ dueAt }) => dueAt > now);
      for (const delivery of this.#ordered(due)) await this.#sendOne(delivery);
    }
  }

  async #sendOne({ event, attempts }: Delivery): Promise<void> {
    const [now, body] = [this.#seconds(), JSON.stringify(this.#state.events[event])];
    const { secret, post } = this.#webhook!;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now });
    const status = await post({ body, signature });
    const retryIn = firstRetrySeconds * 4 ** attempts;
    const isTaken = status >= 200 && status < 300;
    if (!isTaken && retryIn < threeDays)
      this.#state.deliveries.push({ event, dueAt: now + retryIn, attempts: attempts + 1 });
  }

  #ordered(due: readonly Delivery[]): readonly Delivery[] {
    const { reorderSeed: seed } = this.#controls;
    if (seed === null) return due;
    const rank = ({ event }: Delivery, at: number): string =>
      createHash('sha256').update(`${seed} ${event} ${at}`).digest('hex');
    return due
      .map((delivery, at) => ({ delivery, rank: rank(delivery, at) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ delivery }) => delivery);
  }
}
