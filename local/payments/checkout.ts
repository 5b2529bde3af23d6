import { invalid } from './api-error.ts';
import { addCard } from './customers.ts';
import { expireSession } from './due.ts';
import type { Parameters } from './form.ts';
import type { Ledger } from './ledger.ts';
import type { CardKind, CheckoutSession } from './objects.ts';
import { beginSubscription } from './subscriptions.ts';

const halfHour = 1800;
const day = 24 * 3600;

/** POST /v1/checkout/sessions: subscriptions of one price, for a customer that exists. */
export const createSession = (ledger: Ledger, parameters: Parameters): CheckoutSession => {
  if (parameters.neededText('mode') !== 'subscription') throw invalid('The emulator sells subscriptions only.', 'mode');
  const customer = parameters.neededText('customer');
  ledger.find(ledger.state.customers, customer, 'customer', 'customer');
  const [line, ...others] = parameters.entries('line_items');
  if (!line || others.length > 0) throw invalid('The emulator sells one line.', 'line_items');
  const price = line.neededText('price');
  if (!ledger.state.prices[price]?.active) throw invalid(`No such price: '${price}'`, 'line_items[0][price]');
  const expiresAt = parameters.integer('expires_at') ?? ledger.now + day;
  if (expiresAt < ledger.now + halfHour || expiresAt > ledger.now + day)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from creation.',
      'expires_at',
    );
  const bought = parameters.inside('subscription_data');
  const quantity = line.integer('quantity') ?? 1;
  const begun = ledger.begin('cs', 'checkout.session');
  const isTaxed = parameters.inside('automatic_tax').flag('enabled') ?? false;
  readTaxParameters(parameters);
  const session: CheckoutSession = {
    ...begun,
    customer,
    client_reference_id: parameters.text('client_reference_id') ?? null,
    metadata: parameters.pairs('metadata'),
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    invoice: null,
    expires_at: expiresAt,
    success_url: parameters.neededText('success_url'),
    cancel_url: parameters.text('cancel_url') ?? null,
    url: `${ledger.origin()}/local/pay/${begun.id}`,
    automatic_tax: { enabled: isTaxed, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    payment_method_types: ['card'],
    shipping_options: [],
  };
  ledger.keep(session);
  ledger.state.sold[session.id] = {
    price,
    quantity,
    metadata: bought.pairs('metadata'),
    billingMode: bought.inside('billing_mode').choice('type', ['classic', 'flexible']) ?? 'flexible',
  };
  return session;
};

/** What the stage's tax setting sends: nobody on this machine takes tax, so nothing comes of it. */
const readTaxParameters = (parameters: Parameters): void => {
  parameters.inside('tax_id_collection').flag('enabled');
  const update = parameters.inside('customer_update');
  for (const name of ['address', 'name', 'shipping']) update.choice(name, ['auto', 'never']);
};

export const findSession = (ledger: Ledger, id: string): CheckoutSession =>
  ledger.find(ledger.state.sessions, id, 'checkout.session');

/** POST /v1/checkout/sessions/{id}/expire */
export const closeSession = (ledger: Ledger, id: string): CheckoutSession => {
  const session = findSession(ledger, id);
  if (session.status !== 'open')
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`);
  expireSession(ledger, session);
  return session;
};

/** What the customer does on the page of the session. Throws 402 where the card is declined; the session stays open then. */
export const paySession = (ledger: Ledger, id: string, card: CardKind): CheckoutSession => {
  const session = findSession(ledger, id);
  if (session.status !== 'open') throw invalid(`This page is ${session.status}.`);
  const { price, quantity, metadata, billingMode } = ledger.state.sold[id]!;
  const paymentMethod = addCard(ledger, session.customer, card);
  try {
    const subscription = beginSubscription(ledger, {
      customer: session.customer,
      items: [{ price: ledger.find(ledger.state.prices, price, 'price'), quantity }],
      metadata: { ...metadata },
      billingMode,
      paymentMethod: paymentMethod.id,
      whenDeclined: 'refuse',
    });
    Object.assign(session, {
      status: 'complete',
      payment_status: 'paid',
      subscription: subscription.id,
      invoice: subscription.latest_invoice,
      url: null,
    });
  } catch (error) {
    paymentMethod.customer = null;
    throw error;
  }
  ledger.emit('checkout.session.completed', session);
  return session;
};
