import { collectInvoice, draftInvoice, finaliseInvoice } from './invoices.ts';
import type { Ledger, Living } from './ledger.ts';
import { periodLine, takePendingLines } from './lines.ts';
import type { CheckoutSession, Invoice, Subscription } from './objects.ts';
import { monthAfter } from './periods.ts';
import { endSubscription } from './subscriptions.ts';

type Due = { at: number; happen: () => void };

/** How long the first invoice of a subscription may stay unpaid. */
const incompleteSeconds = 23 * 3600;

/** Of what falls on one moment, pages end first and periods last; within a kind, what was made first. */
const order: Record<Living['object'], number> = { 'checkout.session': 0, invoice: 1, subscription: 2 };

/** What is to happen next, and when; undefined: nothing ever. */
export const nextDue = (ledger: Ledger): Due | undefined => {
  let first: { due: Due; order: number } | undefined;
  for (const one of ledger.living) {
    const due = dueOf(ledger, one);
    if (!due) ledger.living.delete(one);
    else if (!first || due.at < first.due.at || (due.at === first.due.at && order[one.object] < first.order))
      first = { due, order: order[one.object] };
  }
  return first?.due;
};

/** undefined: nothing ever again. */
const dueOf = (ledger: Ledger, one: Living): Due | undefined => {
  if (one.object === 'checkout.session') return sessionDue(ledger, one);
  return one.object === 'invoice' ? invoiceDue(ledger, one) : subscriptionDue(ledger, one);
};

const sessionDue = (ledger: Ledger, session: CheckoutSession): Due | undefined =>
  session.status === 'open' ? { at: session.expires_at, happen: () => expireSession(ledger, session) } : undefined;

export const expireSession = (ledger: Ledger, session: CheckoutSession): void => {
  session.status = 'expired';
  session.url = null;
  ledger.emit('checkout.session.expired', session);
};

const invoiceDue = (ledger: Ledger, invoice: Invoice): Due | undefined => {
  const { next_payment_attempt: at } = invoice;
  if (at === null) return undefined;
  const happen = (): void => {
    if (invoice.status === 'draft') finaliseInvoice(ledger, invoice);
    collectInvoice(ledger, invoice, true);
  };
  return { at, happen };
};

const subscriptionDue = (ledger: Ledger, subscription: Subscription): Due | undefined => {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return undefined;
  if (subscription.status === 'incomplete')
    return { at: subscription.created + incompleteSeconds, happen: () => expireIncomplete(ledger, subscription) };
  const at = Math.min(...subscription.items.data.map(({ current_period_end }) => current_period_end));
  return { at, happen: () => renew(ledger, subscription) };
};

const expireIncomplete = (ledger: Ledger, subscription: Subscription): void => {
  subscription.status = 'incomplete_expired';
  subscription.ended_at = ledger.now;
  ledger.emit('customer.subscription.updated', subscription);
};

/** The boundary of a period: the end of the subscription, or a new period with a draft that is charged an hour later. */
const renew = (ledger: Ledger, subscription: Subscription): void => {
  const pending = takePendingLines(ledger, subscription);
  if (subscription.cancel_at_period_end) {
    endSubscription(ledger, subscription, 'cancellation_requested');
    // Prorations that wait are collected all the same.
    if (pending.length > 0) draftInvoice(ledger, subscription, 'subscription_cycle', pending, true);
    return;
  }
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_start, subscription.billing_cycle_anchor);
  }
  const lines = [...pending, ...subscription.items.data.map((item) => periodLine(ledger, item))];
  draftInvoice(ledger, subscription, 'subscription_cycle', lines, subscription.status !== 'unpaid');
  ledger.emit('customer.subscription.updated', subscription);
};
