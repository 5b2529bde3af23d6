import { declined, invalid, missing } from './api-error.ts';
import type { Parameters } from './form.ts';
import {
  amountsOf,
  chargeCard,
  draftInvoice,
  finaliseInvoice,
  markFailed,
  markPaid,
  paymentMethodOf,
} from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { type Held, pendingLinesOf, periodLine, prorationLines, takePendingLines } from './lines.ts';
import type { Invoice, Line, Metadata, Price, Subscription } from './objects.ts';
import { monthAfter } from './periods.ts';

const isEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

export type NewSubscription = {
  customer: string;
  items: Held[];
  metadata: Metadata;
  billingMode: 'classic' | 'flexible';
  paymentMethod: string | null;
  /** What becomes of a first invoice that is not paid; `refuse` leaves nothing behind. */
  whenDeclined: 'incomplete' | 'refuse';
};

/** A subscription with its first invoice, which is charged at once. */
export const beginSubscription = (ledger: Ledger, given: NewSubscription): Subscription => {
  const { customer, billingMode, paymentMethod } = given;
  const { invoice_settings } = ledger.find(ledger.state.customers, customer, 'customer', 'customer');
  const card = paymentMethod ?? invoice_settings.default_payment_method;
  if (card === null)
    throw invalid(
      'This customer has no attached payment source or default payment method.',
      undefined,
      'resource_missing',
    );
  const amount = given.items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  const { amountDue } = amountsOf([{ amount } as Line], ledger.state.customers[customer]!.balance);
  const isPaid = chargeCard(ledger, card, amountDue);
  if (!isPaid && given.whenDeclined === 'refuse') throw declined();
  const begun = ledger.begin('sub', 'subscription');
  const subscription: Subscription = {
    ...begun,
    customer,
    status: isPaid ? 'active' : 'incomplete',
    items: { object: 'list', data: [], has_more: false, url: `/v1/subscription_items?subscription=${begun.id}` },
    metadata: given.metadata,
    currency: given.items[0]!.price.currency,
    billing_mode: { type: billingMode },
    billing_cycle_anchor: ledger.now,
    billing_schedules: [],
    start_date: ledger.now,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    default_payment_method: paymentMethod,
    latest_invoice: null,
    automatic_tax: { enabled: false, disabled_reason: null, liability: null },
    discounts: [],
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
  };
  ledger.keep(subscription);
  for (const { price, quantity } of given.items)
    subscription.items.data.push({
      id: ledger.newId('si'),
      object: 'subscription_item',
      created: ledger.now,
      subscription: subscription.id,
      price: structuredClone(price),
      quantity,
      current_period_start: ledger.now,
      current_period_end: monthAfter(ledger.now, ledger.now),
      metadata: {},
      discounts: [],
    });
  const lines = subscription.items.data.map((item) => periodLine(ledger, item));
  const invoice = draftInvoice(ledger, subscription, 'subscription_create', lines, false);
  ledger.emit('customer.subscription.created', subscription);
  settleCharged(ledger, invoice, isPaid);
  return subscription;
};

/** Finalises an invoice whose charge was already tried. */
const settleCharged = (ledger: Ledger, invoice: Invoice, isPaid: boolean): void => {
  finaliseInvoice(ledger, invoice);
  if (invoice.amount_due > 0) {
    invoice.attempted = true;
    invoice.attempt_count = 1;
  }
  if (isPaid) markPaid(ledger, invoice);
  else markFailed(ledger, invoice);
};

const itemsIn = (ledger: Ledger, parameters: Parameters): Held[] =>
  parameters.entries('items').map((item) => ({
    price: priceOf(ledger, item.neededText('price')),
    quantity: quantityIn(item) ?? 1,
  }));

const priceOf = (ledger: Ledger, id: string): Price => {
  const price = ledger.state.prices[id];
  if (!price) throw invalid(`No such price: '${id}'`, 'items[0][price]', 'resource_missing');
  if (!price.active)
    throw invalid(`The price specified is inactive. This field only accepts active prices.`, 'items[0][price]');
  return price;
};

const quantityIn = (item: Parameters): number | undefined => {
  const quantity = item.integer('quantity');
  if (quantity !== undefined && quantity < 0)
    throw invalid('This value must be greater than or equal to 0.', 'quantity');
  return quantity;
};

/** POST /v1/subscriptions */
export const createSubscription = (ledger: Ledger, parameters: Parameters): Subscription => {
  const items = itemsIn(ledger, parameters);
  if (items.length === 0) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  const behavior = parameters.choice('payment_behavior', ['allow_incomplete', 'error_if_incomplete']);
  return beginSubscription(ledger, {
    customer: parameters.neededText('customer'),
    items,
    metadata: parameters.pairs('metadata'),
    billingMode: parameters.inside('billing_mode').choice('type', ['classic', 'flexible']) ?? 'flexible',
    paymentMethod: parameters.text('default_payment_method') ?? null,
    whenDeclined: behavior === 'error_if_incomplete' ? 'refuse' : 'incomplete',
  });
};

const behaviors = ['create_prorations', 'always_invoice', 'none'] as const;

/** What a change makes of the item it names, and the lines that it costs. */
export const readChange = (ledger: Ledger, subscription: Subscription, parameters: Parameters) => {
  const given = parameters.entries('items');
  if (given.length > 1) throw invalid('The emulator knows subscriptions of one item.', 'items');
  const behavior = parameters.choice('proration_behavior', behaviors) ?? 'create_prorations';
  const at = parameters.integer('proration_date') ?? ledger.now;
  const item = subscription.items.data[0]!;
  if (at < item.current_period_start || at > item.current_period_end)
    throw invalid('Cannot specify proration date outside of current subscription period', 'proration_date');
  const [change] = given;
  if (!change) return { item, after: undefined, behavior, lines: [] };
  const id = change.neededText('id');
  if (id !== item.id) throw invalid(`No such subscription item: '${id}'`, 'items[0][id]', 'resource_missing');
  const priceId = change.text('price');
  const after: Held = {
    price: priceId === undefined ? item.price : priceOf(ledger, priceId),
    quantity: quantityIn(change) ?? item.quantity,
  };
  const lines = behavior === 'none' ? [] : prorationLines(ledger, item, after, at);
  return { item, after, behavior, lines };
};

const changing = ['items', 'cancel_at_period_end', 'default_payment_method'];

/** POST /v1/subscriptions/{id} */
export const updateSubscription = (ledger: Ledger, id: string, parameters: Parameters): Subscription => {
  const subscription = ledger.find(ledger.state.subscriptions, id, 'subscription');
  if (isEnded(subscription) && changing.some((name) => parameters.has(name)))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  const change = readChange(ledger, subscription, parameters);
  const payment = parameters.choice('payment_behavior', ['allow_incomplete', 'error_if_incomplete']);
  const isCancelled = parameters.flag('cancel_at_period_end');
  const card = parameters.text('default_payment_method');
  const metadata = parameters.pairs('metadata');
  const charge = chargeOf(ledger, subscription, change, payment === 'error_if_incomplete');
  if (change.after) Object.assign(change.item, structuredClone(change.after));
  Object.assign(subscription.metadata, metadata);
  if (card !== undefined) subscription.default_payment_method = card;
  if (isCancelled !== undefined) scheduleEnd(ledger, subscription, isCancelled);
  const waiting = change.lines.map((line) => ({ subscription: id, line }));
  ledger.state.pending.push(...waiting);
  if (charge) {
    const lines = takePendingLines(ledger, subscription);
    const invoice = draftInvoice(ledger, subscription, 'subscription_update', lines, false);
    ledger.emit('customer.subscription.updated', subscription);
    settleCharged(ledger, invoice, charge.isPaid);
  } else ledger.emit('customer.subscription.updated', subscription);
  return subscription;
};

/** Tries the charge of a change before anything is changed; undefined where none is due at once. Throws where it is to be refused. */
const chargeOf = (
  ledger: Ledger,
  subscription: Subscription,
  { behavior, lines }: ReturnType<typeof readChange>,
  isRefused: boolean,
): { isPaid: boolean } | undefined => {
  // What waits is invoiced with a change, and not by a request that changes nothing.
  if (behavior !== 'always_invoice' || lines.length === 0) return undefined;
  const all = [...pendingLinesOf(ledger, subscription), ...lines];
  const { balance } = ledger.find(ledger.state.customers, subscription.customer, 'customer');
  const isPaid = chargeCard(ledger, paymentMethodOf(ledger, subscription), amountsOf(all, balance).amountDue);
  if (!isPaid && isRefused) throw declined();
  return { isPaid };
};

const scheduleEnd = (ledger: Ledger, subscription: Subscription, isCancelled: boolean): void => {
  subscription.cancel_at_period_end = isCancelled;
  subscription.cancel_at = isCancelled ? subscription.items.data[0]!.current_period_end : null;
  subscription.canceled_at = isCancelled ? ledger.now : null;
  subscription.cancellation_details.reason = isCancelled ? 'cancellation_requested' : null;
};

/** DELETE /v1/subscriptions/{id}: at once, without credit for what is unused; what waits is billed no more. */
export const cancelSubscription = (ledger: Ledger, id: string): Subscription => {
  const subscription = ledger.find(ledger.state.subscriptions, id, 'subscription');
  if (isEnded(subscription)) throw missing('subscription', id);
  takePendingLines(ledger, subscription);
  endSubscription(ledger, subscription, 'cancellation_requested');
  return subscription;
};

/** Nothing is charged by itself any more. */
export const endSubscription = (ledger: Ledger, subscription: Subscription, reason: string): void => {
  subscription.status = 'canceled';
  subscription.canceled_at ??= ledger.now;
  subscription.ended_at = ledger.now;
  subscription.cancellation_details.reason = reason;
  for (const invoice of ledger.ownedBy(subscription.customer).invoices) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue;
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  ledger.emit('customer.subscription.deleted', subscription);
};
