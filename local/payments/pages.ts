import { ServiceError } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import type { PaymentsEmulator } from './emulator.ts';
import { html, pageOf } from './html.ts';
import type { CardKind, CheckoutSession, Invoice, PortalSession, Subscription } from './objects.ts';

export const payPath = '/local/pay/';
export const portalPath = '/local/portal/';

type Asked = {
  method: string;
  path: string;
  headers: Record<string, string>;
  readBody: (limitBytes: number) => Promise<Buffer>;
};
type Page = { status: number; headers: Record<string, string>; body: string };

const mostBytes = 1024;

/** The page on which a customer pays, and the one on which it looks after a subscription. */
export class PaymentPages {
  readonly #emulator: PaymentsEmulator;
  readonly #deliver: () => Promise<void>;

  /** `deliver` hands the events of what was done to our webhook before the page answers. */
  constructor(emulator: PaymentsEmulator, deliver: () => Promise<void>) {
    this.#emulator = emulator;
    this.#deliver = deliver;
  }

  pay = async (asked: Asked): Promise<Page> => {
    const id = asked.path.slice(payPath.length);
    const session = Object.hasOwn(this.#emulator.state.sessions, id) ? this.#emulator.state.sessions[id] : undefined;
    if (!session) return nowhere;
    this.#emulator.catchUp();
    if (asked.method === 'GET') return payPage(session, this.#sold(session));
    const action = await actionIn(asked);
    if (action === 'abandon') return payPage(session, this.#sold(session), 'Nothing was paid. The page stays open.');
    const cards: Record<string, CardKind> = { pay: 'PAYS', 'pay-once': 'FAILS_LATER', decline: 'FAILS' };
    const card = cards[action];
    if (!card) return payPage(session, this.#sold(session), 'Choose one of the buttons.', 400);
    try {
      this.#emulator.pay(session.id, card);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return payPage(session, this.#sold(session), error.message, error.status);
    }
    await this.#deliver();
    return payPage(session, this.#sold(session));
  };

  portal = async (asked: Asked): Promise<Page> => {
    const id = asked.path.slice(portalPath.length);
    const { portalSessions } = this.#emulator.state;
    const session = Object.hasOwn(portalSessions, id) ? portalSessions[id] : undefined;
    if (!session) return nowhere;
    this.#emulator.catchUp();
    if (asked.method === 'GET') return this.#portalPage(session);
    const action = await actionIn(asked);
    const said = this.#carryOut(action, session.customer);
    await this.#deliver();
    return this.#portalPage(session, said);
  };

  #carryOut(action: string, customer: string): string {
    const [verb = '', id = ''] = action.split(' ');
    if (verb === 'card') {
      this.#emulator.replaceCard(customer, id === 'fails' ? 'FAILS' : 'PAYS');
      return `The card that ${id === 'fails' ? 'fails' : 'pays'} is the one from now on.`;
    }
    const { subscriptions, invoices } = this.#emulator.state;
    const owned = Object.hasOwn(subscriptions, id)
      ? subscriptions[id]
      : Object.hasOwn(invoices, id)
        ? invoices[id]
        : undefined;
    if (owned?.customer !== customer) return 'That is not yours, or gone.';
    if (verb === 'cancel' || verb === 'undo')
      return this.#ask(`/v1/subscriptions/${id}`, `cancel_at_period_end=${verb === 'cancel'}`);
    if (verb === 'settle') return this.#ask(`/v1/invoices/${id}/pay`, '');
    return 'Choose one of the buttons.';
  }

  /** As the provider's own page would ask its own API. */
  #ask(path: string, body: string): string {
    const headers = { authorization: 'Bearer sk_test_portal' };
    const { status, body: text } = this.#emulator.answer({ method: 'POST', path, body, headers });
    return status === 200 ? 'Done.' : (JSON.parse(text) as ApiError['body']).error.message;
  }

  #sold({ id }: CheckoutSession): string {
    const { sold, prices, products } = this.#emulator.state;
    const { price: priceId, quantity } = sold[id]!;
    const price = prices[priceId]!;
    return `${quantity} × ${products[price.product]!.name}, $${dollars(price.unit_amount * quantity)} a month`;
  }

  #portalPage(session: PortalSession, said = ''): Page {
    const { subscriptions, invoices } = this.#emulator.state;
    const isOfCustomer = ({ customer }: { customer: string }): boolean => customer === session.customer;
    const own = Object.values(subscriptions).filter(isOfCustomer);
    const bills = Object.values(invoices).filter(isOfCustomer).toReversed();
    return pageOf(
      200,
      'Your subscription',
      html`${note(said)}
        <form method="post">
          <h2>Subscriptions</h2>
          ${own.map(subscriptionLine)}
          <h2>Card</h2>
          <p>
            <button name="action" value="card pays">Use a card that pays</button>
            <button name="action" value="card fails">Use a card that fails</button>
          </p>
          <h2>Invoices</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Total</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              ${bills.map(invoiceRow)}
            </tbody>
          </table>
        </form>
        <p><a href="${session.return_url ?? '/docs'}">Back</a></p>`,
    );
  }
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const note = (text: string) => (text === '' ? html`` : html`<p role="status"><strong>${text}</strong></p>`);

const nowhere = pageOf(
  404,
  'No such page',
  html`<p>This page does not exist, or no more. Ask the service for a new one.</p>`,
);

const payPage = (session: CheckoutSession, sold: string, said = '', status = 200): Page => {
  if (session.status === 'complete')
    return pageOf(
      200,
      'Paid',
      html`${note(said)}
        <p>You have bought ${sold}.</p>
        <p><a href="${session.success_url}">Go on</a></p>`,
    );
  if (session.status === 'expired')
    return pageOf(
      410,
      'Too late',
      html`<p>This page has ended; nothing was paid.</p>
        <p><a href="${session.cancel_url ?? session.success_url}">Back</a></p>`,
    );
  return pageOf(
    status,
    'Pay',
    html`${note(said)}
      <p>${sold}</p>
      <form method="post">
        <p><button name="action" value="pay">Pay</button></p>
        <p><button name="action" value="pay-once">Pay with a card that fails at the renewal</button></p>
        <p><button name="action" value="decline">Pay with a card that is declined</button></p>
        <p><button name="action" value="abandon">Leave without paying</button></p>
      </form>
      <p><a href="${session.cancel_url ?? session.success_url}">Back</a></p>`,
  );
};

const subscriptionLine = ({ id, status, items, cancel_at_period_end: isEnding }: Subscription) => {
  const item = items.data[0]!;
  const end = dayOf(item.current_period_end);
  const button = isEnding
    ? html`<button name="action" value="undo ${id}">Go on after ${end}</button>`
    : html`<button name="action" value="cancel ${id}">Cancel at ${end}</button>`;
  return html`<p>
    ${item.quantity} seats, ${status}${isEnding ? `, ends ${end}` : ''}. ${status === 'canceled' ? html`` : button}
  </p>`;
};

const invoiceRow = ({ id, created, total, status }: Invoice) =>
  html`<tr>
    <td>${dayOf(created)}</td>
    <td>$${dollars(total)}</td>
    <td>
      ${status} ${status === 'open' ? html`<button name="action" value="settle ${id}">Pay ${id}</button>` : html``}
    </td>
  </tr>`;

/** What the form says. Forms of other sites are refused: they come with another origin, or with none. */
const actionIn = async ({ method, headers, readBody }: Asked): Promise<string> => {
  if (method !== 'POST') throw new ServiceError('METHOD_NOT_ALLOWED', 'This page takes GET and POST.');
  refuseOtherOrigins(headers);
  return new URLSearchParams((await readBody(mostBytes)).toString()).get('action') ?? '';
};

/** A browser names the origin of each form it sends; a name that is not this machine's own is one that somebody gave it. */
export const refuseOtherOrigins = ({ origin, host = '' }: Record<string, string>): void => {
  if (origin === `http://${host}` && /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)) return;
  throw new ServiceError('FORBIDDEN', 'Forms of this page are sent from the page itself, on this machine.');
};
