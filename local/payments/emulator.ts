import { Stripe } from 'stripe';
import { ApiError } from './api-error.ts';
import { paySession } from './checkout.ts';
import { replaceCard } from './customers.ts';
import { Deliveries, type DeliveryControls, type Webhook } from './deliveries.ts';
import { nextDue } from './due.ts';
import { decodeForm, Parameters, refuseUnknown } from './form.ts';
import { apiVersion, type ChargeControls, Ledger } from './ledger.ts';
import { expanded } from './lists.ts';
import { type CardKind, type CheckoutSession, emptyState, type PaymentsState } from './objects.ts';
import { routes } from './routes.ts';

export type EmulatorOptions = {
  now: () => Date;
  /** Where the pages of checkout and portal lie. */
  origin: () => string;
  /** What was kept of an emulator before. */
  state?: PaymentsState;
  /** Is told of every change, to keep the state. */
  keep?: (state: PaymentsState) => void;
  /** Without it no event is sent. */
  webhook?: Webhook;
};

/** What a tester may plant. */
export type Controls = ChargeControls &
  DeliveryControls & {
    /** No request gets an answer. */
    isDown: boolean;
    /** The next request is carried out, and its answer lost. */
    loseNextAnswer: boolean;
  };

export type Asked = {
  method: string;
  /** With the query. */
  path: string;
  body: string;
  headers: Record<string, unknown>;
};
export type Answered = { status: number; headers: Record<string, string>; body: string };

const hour = 3600;
const day = 24 * hour;
/** As long as Stripe shows them. */
const monthOfEvents = 30 * day;

/**
 * The payment provider on one machine: the part of Stripe's API that we use, behind Stripe's own package and without a socket. Its time is
 * the service's: before each request, and at `catchUp`, everything happens that has become due, in order.
 */
export class PaymentsEmulator {
  readonly controls: Controls = {
    failNextCharge: false,
    isDown: false,
    loseNextAnswer: false,
    dropEvents: false,
    duplicateEvents: false,
    reorderSeed: null,
    lagSeconds: 0,
  };
  readonly state: PaymentsState;
  readonly #options: EmulatorOptions;
  readonly #ledger: Ledger;
  readonly #deliveries: Deliveries;
  #forgetAt = 0;

  constructor(options: EmulatorOptions) {
    this.#options = options;
    this.state = options.state ?? emptyState(this.#seconds());
    this.#deliveries = new Deliveries(this.state, this.controls, () => this.#seconds(), options.webhook);
    this.#ledger = new Ledger(this.state, this.controls, {
      origin: options.origin,
      onEvent: (id) => this.#deliveries.add(id),
    });
  }

  /** What Stripe's package takes for its network. */
  get httpClient(): Stripe.HttpClient {
    const client = new Stripe.HttpClient();
    client.getClientName = () => 'emulator';
    client.makeRequest = async (_host, _port, path, method, headers, body) => {
      if (this.controls.isDown) throw connectionFailed('ECONNREFUSED');
      const answer = this.answer({ method, path, body: body ?? '', headers });
      if (this.controls.loseNextAnswer) {
        this.controls.loseNextAnswer = false;
        throw connectionFailed('ECONNRESET');
      }
      return new EmulatedResponse(answer);
    };
    return client;
  }

  /** Answers one request of the API. */
  answer(asked: Asked): Answered {
    const { path, method, body, headers } = asked;
    const requestId = `req_local${this.state.ids}`;
    const answered = (status: number, text: string): Answered => ({
      status,
      headers: { 'content-type': 'application/json', 'request-id': requestId },
      body: text,
    });
    try {
      this.catchUp();
      checkHeaders(headers);
      const key = method === 'GET' ? undefined : textOf(headers['Idempotency-Key'] ?? headers['idempotency-key']);
      const request = `${method} ${path} ${body}`;
      const before = key === undefined ? undefined : this.#before(key, request);
      if (before) return { ...before, headers: { ...answered(0, '').headers, 'idempotent-replayed': 'true' } };
      const { status, text } = this.#carryOut(method, path, body, key ?? null);
      if (key !== undefined && (status < 400 || status === 402))
        this.state.answers[key] = { request, status, body: text, at: this.state.now };
      if (method !== 'GET') this.#keep();
      return answered(status, text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return answered(error.status, JSON.stringify(error.body));
    }
  }

  /** What the customer has, oldest first. */
  ownedBy(customerId: string): ReturnType<Ledger['ownedBy']> {
    return this.#ledger.ownedBy(customerId);
  }

  /** What the customer does on the page of a checkout session. Throws ApiError: 402 where the card is declined. */
  pay(sessionId: string, card: CardKind): CheckoutSession {
    this.catchUp();
    const session = paySession(this.#ledger, sessionId, card);
    this.#keep();
    return session;
  }

  /** What the customer does on the page of the portal. */
  replaceCard(customerId: string, card: CardKind): void {
    this.catchUp();
    replaceCard(this.#ledger, customerId, card);
    this.#keep();
  }

  /** When something happens by itself next, in Unix epoch seconds; undefined: never. */
  nextDueAt(): number | undefined {
    const times = [nextDue(this.#ledger)?.at, this.#deliveries.nextDueAt()].filter((at) => at !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Everything that has become due happens, in order and each at its own time. */
  catchUp(): void {
    const now = this.#seconds();
    let isChanged = false;
    for (let due = nextDue(this.#ledger); due && due.at <= now; due = nextDue(this.#ledger)) {
      this.state.now = Math.max(this.state.now, due.at);
      due.happen();
      isChanged = true;
    }
    this.state.now = Math.max(this.state.now, now);
    this.#forgetOld();
    if (isChanged) this.#keep();
  }

  /** Sends what is due to our webhook; resolves when it has been answered, and what came of it as well. */
  async deliver(): Promise<void> {
    this.catchUp();
    if (this.state.deliveries.length === 0) return;
    await this.#deliveries.send();
    this.#keep();
  }

  #carryOut(method: string, path: string, body: string, key: string | null): { status: number; text: string } {
    const { pathname, search } = new URL(path, 'http://emulator');
    const encoded = method === 'POST' ? body : search.slice(1);
    const ledger = this.#ledger;
    ledger.idempotencyKey = key;
    try {
      for (const route of routes) {
        const found = route.method === method ? route.path.exec(pathname) : null;
        if (!found) continue;
        refuseUnknown(encoded, route.known);
        const parameters = new Parameters(decodeForm(encoded));
        const answer = expanded(ledger, route.answer(ledger, parameters, found[1] ?? ''), parameters.texts('expand'));
        return { status: 200, text: JSON.stringify(answer) };
      }
      throw new ApiError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${pathname}).`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 402) return { status: 402, text: JSON.stringify(error.body) };
      throw error;
    } finally {
      ledger.idempotencyKey = null;
    }
  }

  /** What was answered under this key; a key that stood for another request is refused. */
  #before(key: string, request: string): { status: number; body: string } | undefined {
    const before = this.state.answers[key];
    if (!before || before.at + day <= this.state.now) return undefined;
    if (before.request === request) return before;
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    throw new ApiError(400, 'idempotency_error', message);
  }

  #keep(): void {
    this.#options.keep?.(this.state);
  }

  /** Once an hour of the emulator's own time: what is old is not looked for at each request. */
  #forgetOld(): void {
    const { answers, events, deliveries, now } = this.state;
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + hour;
    for (const [key, { at }] of Object.entries(answers)) if (at + day <= now) delete answers[key];
    const waiting = new Set(deliveries.map(({ event }) => event));
    for (const [id, { created }] of Object.entries(events))
      if (created + monthOfEvents <= now && !waiting.has(id)) delete events[id];
  }

  #seconds(): number {
    return Math.floor(this.#options.now().getTime() / 1000);
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const checkHeaders = (headers: Record<string, unknown>): void => {
  const authorization = textOf(headers['Authorization'] ?? headers['authorization']) ?? '';
  if (!/^Bearer [sr]k_test_\w+$/.test(authorization))
    throw new ApiError(401, 'invalid_request_error', 'Invalid API Key provided: the emulator takes keys of test mode.');
  const version = textOf(headers['Stripe-Version'] ?? headers['stripe-version']) ?? apiVersion;
  if (version !== apiVersion)
    throw new ApiError(400, 'invalid_request_error', `The emulator speaks ${apiVersion}, not ${version}.`);
};

const connectionFailed = (code: string): Error => Object.assign(new Error(`no answer: ${code}`), { code });

class EmulatedResponse extends Stripe.HttpClientResponse {
  readonly #body: string;
  constructor({ status, headers, body }: Answered) {
    super(status, headers);
    this.#body = body;
  }
  /** The package writes the request's id into it. */
  override getRawResponse = (): object => ({ body: this.#body });
  override toStream = (): never => {
    throw new Error('The emulator streams nothing.');
  };
  override toJSON = async (): Promise<unknown> => JSON.parse(this.#body) as unknown;
}
