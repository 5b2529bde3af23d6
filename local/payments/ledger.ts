import type { PaymentsState } from './objects.ts';
import { missing } from './api-error.ts';

export const apiVersion = '2026-08-26.dahlia';

/** What a tester decides about cards. */
export type ChargeControls = { failNextCharge: boolean };

/** The state with what every resource needs of it: new ids, the time, look-ups and events. */
export class Ledger {
  readonly state: PaymentsState;
  readonly charges: ChargeControls;
  /** Where the pages of checkout and portal lie. */
  readonly origin: () => string;
  /** Of the request that is carried out. */
  idempotencyKey: string | null = null;
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
