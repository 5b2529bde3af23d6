import { declined, invalid } from './api-error.ts';
import type { Invoice, Line, Subscription } from './objects.ts';
import type { Ledger } from './ledger.ts';

const hour = 3600;
const day = 24 * hour;
/** Stripe recommends eight tries in two weeks; when it chooses to make them is its own secret. */
const mostAttempts = 8;
const attemptSpacing = (14 * day) / mostAttempts;

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** What the lines come to for a customer with this balance. */
export const amountsOf = (lines: readonly Line[], balance: number) => {
  const total = sumOf(lines);
  const withBalance = total + balance;
  return { total, amountDue: Math.max(0, withBalance), balanceAfter: Math.min(0, withBalance) };
};

/** A draft of an invoice with these lines. */
export const draftInvoice = (
  ledger: Ledger,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  lines: Line[],
  autoAdvance: boolean,
): Invoice => {
  const [item] = subscription.items.data;
  const total = sumOf(lines);
  const begun = ledger.begin('in', 'invoice');
  const invoice: Invoice = {
    ...begun,
    ...constants,
    customer: subscription.customer,
    status: 'draft',
    billing_reason: reason,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${begun.id}/lines` },
    currency: subscription.currency,
    subtotal: total,
    total,
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    starting_balance: 0,
    ending_balance: null,
    period_start: item?.current_period_start ?? ledger.now,
    period_end: item?.current_period_end ?? ledger.now,
    auto_advance: autoAdvance,
    attempted: false,
    attempt_count: 0,
    next_payment_attempt: autoAdvance ? ledger.now + hour : null,
    number: null,
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
  };
  ledger.keep(invoice);
  subscription.latest_invoice = invoice.id;
  ledger.emit('invoice.created', invoice);
  return invoice;
};

const constants = {
  account_country: 'US',
  account_name: 'Local',
  amount_overpaid: 0,
  amount_paid_off_stripe: 0,
  amount_shipping: 0,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  default_tax_rates: [],
  discounts: [],
  issuer: { type: 'self' },
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
};

/** A draft becomes due: the customer's credit is used up first. */
export const finaliseInvoice = (ledger: Ledger, invoice: Invoice): void => {
  const customer = ledger.find(ledger.state.customers, invoice.customer, 'customer');
  const { amountDue, balanceAfter } = amountsOf(invoice.lines.data, customer.balance);
  invoice.starting_balance = customer.balance;
  customer.balance = balanceAfter;
  invoice.ending_balance = balanceAfter;
  invoice.amount_due = amountDue;
  invoice.amount_remaining = amountDue;
  invoice.status = 'open';
  invoice.number = invoice.id.replace('in_local', 'LOCAL-');
  invoice.status_transitions.finalized_at = ledger.now;
  ledger.emit('invoice.finalized', invoice);
};

/** Whether the customer's card pays this amount now; a card that pays once has then paid. */
export const chargeCard = (ledger: Ledger, paymentMethodId: string | null, amount: number): boolean => {
  if (amount === 0) return true;
  if (ledger.charges.failNextCharge) {
    ledger.charges.failNextCharge = false;
    return false;
  }
  const kind = paymentMethodId === null ? undefined : ledger.state.cards[paymentMethodId];
  if (paymentMethodId !== null && kind === 'FAILS_LATER') ledger.state.cards[paymentMethodId] = 'FAILS';
  return kind === 'PAYS' || kind === 'FAILS_LATER';
};

export const paymentMethodOf = (ledger: Ledger, { customer, default_payment_method }: Subscription): string | null =>
  default_payment_method ??
  ledger.find(ledger.state.customers, customer, 'customer').invoice_settings.default_payment_method;

/** An open invoice is paid, and its subscription lives again where that is its latest one. */
export const markPaid = (ledger: Ledger, invoice: Invoice): void => {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = ledger.now;
  ledger.emit('invoice.paid', invoice);
  const subscription = subscriptionOf(ledger, invoice);
  const isRevived = ['past_due', 'unpaid', 'incomplete'].includes(subscription.status);
  if (!isRevived || subscription.latest_invoice !== invoice.id) return;
  subscription.status = 'active';
  ledger.emit('customer.subscription.updated', subscription);
};

/** A charge of an open invoice failed: the subscription is past due, and there is another try later, or none any more. */
export const markFailed = (ledger: Ledger, invoice: Invoice): void => {
  const isLast = invoice.attempt_count >= mostAttempts;
  invoice.next_payment_attempt = isLast || !invoice.auto_advance ? null : ledger.now + attemptSpacing;
  ledger.emit('invoice.payment_failed', invoice);
  const subscription = subscriptionOf(ledger, invoice);
  if (isLast && subscription.status === 'past_due') return endUnpaid(ledger, subscription);
  if (subscription.status !== 'active') return;
  subscription.status = 'past_due';
  ledger.emit('customer.subscription.updated', subscription);
};

const endUnpaid = (ledger: Ledger, subscription: Subscription): void => {
  subscription.status = 'canceled';
  subscription.canceled_at = ledger.now;
  subscription.ended_at = ledger.now;
  subscription.cancellation_details.reason = 'payment_failed';
  ledger.emit('customer.subscription.deleted', subscription);
};

/** Charges an open invoice; answers whether it is paid now. Only tries that Stripe makes by itself count after the first. */
export const collectInvoice = (ledger: Ledger, invoice: Invoice, isAutomatic: boolean): boolean => {
  invoice.attempted = true;
  if (invoice.attempt_count === 0 || isAutomatic) invoice.attempt_count += 1;
  const card = paymentMethodOf(ledger, subscriptionOf(ledger, invoice));
  const isPaid = chargeCard(ledger, card, invoice.amount_remaining);
  if (isPaid) markPaid(ledger, invoice);
  else markFailed(ledger, invoice);
  return isPaid;
};

/** POST /v1/invoices/{id}/pay */
export const payInvoice = (ledger: Ledger, id: string): Invoice => {
  const invoice = ledger.find(ledger.state.invoices, id, 'invoice');
  if (invoice.status === 'paid') throw invalid('Invoice is already paid');
  if (invoice.status === 'draft') finaliseInvoice(ledger, invoice);
  if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid.');
  if (!collectInvoice(ledger, invoice, false)) throw declined();
  return invoice;
};

/** POST /v1/invoices/{id}/void */
export const voidInvoice = (ledger: Ledger, id: string): Invoice => {
  const invoice = ledger.find(ledger.state.invoices, id, 'invoice');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalid(`You can only void open or uncollectible invoices; this one is ${invoice.status}.`);
  // What credit it had used up is the customer's again.
  const customer = ledger.find(ledger.state.customers, invoice.customer, 'customer');
  customer.balance += invoice.starting_balance - (invoice.ending_balance ?? 0);
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = ledger.now;
  ledger.emit('invoice.voided', invoice);
  return invoice;
};

export const subscriptionOf = (ledger: Ledger, { parent }: Invoice): Subscription =>
  ledger.find(ledger.state.subscriptions, parent.subscription_details.subscription, 'subscription');
