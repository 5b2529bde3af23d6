import type { CheckoutSession, Invoice, PaymentsState, Subscription } from './objects.ts';
import { missing } from './api-error.ts';

export const apiVersion = '2026-08-26.dahlia';

/** What a tester decides about cards. */
export type ChargeControls = { failNextCharge: boolean };

/** What a customer has, oldest first. */
type Owned = { subscriptions: Subscription[]; invoices: Invoice[] };
/** What the time may still do something to. */
export type Living = CheckoutSession | Subscription | Invoice;

/**
 * The state with what every resource needs of it: new ids, the time, look-ups and events. Beside the state it knows whose what is, and what
 * still lives, so that no request looks through what others have or what has ended.
 */
export class Ledger {
  readonly state: PaymentsState;
  readonly charges: ChargeControls;
  /** Where the pages of checkout and portal lie. */
  readonly origin: () => string;
  /** Of the request that is carried out. */
  idempotencyKey: string | null = null;
  /** `nextDue` takes out what has ended. */
  readonly living = new Set<Living>();
  readonly #owned = new Map<string, Owned>();
  #onEvent: (id: string) => void;

  constructor(
    state: PaymentsState,
    charges: ChargeControls,
    { origin, onEvent }: { origin: () => string; onEvent: (id: string) => void },
  ) {
    this.state = state;
    this.charges = charges;
    this.origin = origin;
    this.#onEvent = onEvent;
    for (const all of [state.sessions, state.subscriptions, state.invoices])
      for (const one of Object.values<Living>(all)) this.#note(one);
  }

  /** What the customer has; empty for one that is not known. */
  ownedBy(customerId: string): Readonly<Owned> {
    return this.#owned.get(customerId) ?? { subscriptions: [], invoices: [] };
  }

  /** A new object, which the time may do something to. */
  keep(one: Living): void {
    if (one.object === 'subscription') this.state.subscriptions[one.id] = one;
    else if (one.object === 'invoice') this.state.invoices[one.id] = one;
    else this.state.sessions[one.id] = one;
    this.#note(one);
  }

  #note(one: Living): void {
    this.living.add(one);
    if (one.object === 'checkout.session') return;
    const owned = this.#owned.get(one.customer) ?? { subscriptions: [], invoices: [] };
    this.#owned.set(one.customer, owned);
    if (one.object === 'subscription') owned.subscriptions.push(one);
    else owned.invoices.push(one);
  }

  get now(): number {
    return this.state.now;
  }

  newId(prefix: string): string {
    this.state.ids += 1;
    return `${prefix}_local${String(this.state.ids).padStart(8, '0')}`;
  }

  /** What every object begins with. */
  begin<Kind extends string>(prefix: string, object: Kind) {
    return { id: this.newId(prefix), object, created: this.now, livemode: false as const };
  }

  /** Throws 404 resource_missing; as a parameter of another resource, Stripe calls that 400. */
  find<One>(all: Record<string, One>, id: string, what: string, param?: string): One {
    const found = Object.hasOwn(all, id) ? all[id] : undefined;
    if (found === undefined) throw missing(what, id, param);
    return found;
  }

  emit(type: string, object: object): void {
    const event = {
      ...this.begin('evt', 'event'),
      type,
      api_version: apiVersion,
      data: { object: structuredClone(object) as Record<string, unknown> },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: this.idempotencyKey },
    };
    this.state.events[event.id] = event;
    this.#onEvent(event.id);
  }
}
