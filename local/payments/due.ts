import { collectInvoice, draftInvoice, finaliseInvoice } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { periodLine, takePendingLines } from './lines.ts';
import type { CheckoutSession, Invoice, Subscription } from './objects.ts';
import { monthAfter } from './periods.ts';
import { endSubscription } from './subscriptions.ts';

type Due = { at: number; happen: () => void };

/** How long the first invoice of a subscription may stay unpaid. */
const incompleteSeconds = 23 * 3600;

/** What is to happen next, and when; undefined: nothing ever. What falls on one moment happens in the order of its making. */
export const nextDue = (ledger: Ledger): Due | undefined => {
  const { sessions, subscriptions, invoices } = ledger.state;
  const all = [
    ...Object.values(sessions).flatMap((session) => sessionDue(ledger, session)),
    ...Object.values(invoices).flatMap((invoice) => invoiceDue(ledger, invoice)),
    ...Object.values(subscriptions).flatMap((subscription) => subscriptionDue(ledger, subscription)),
  ];
  return all.reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined);
};

const sessionDue = (ledger: Ledger, session: CheckoutSession): Due[] =>
  session.status === 'open' ? [{ at: session.expires_at, happen: () => expireSession(ledger, session) }] : [];

export const expireSession = (ledger: Ledger, session: CheckoutSession): void => {
  session.status = 'expired';
  session.url = null;
  ledger.emit('checkout.session.expired', session);
};

const invoiceDue = (ledger: Ledger, invoice: Invoice): Due[] => {
  const { next_payment_attempt: at } = invoice;
  if (at === null) return [];
  const happen = (): void => {
    if (invoice.status === 'draft') finaliseInvoice(ledger, invoice);
    collectInvoice(ledger, invoice, true);
  };
  return [{ at, happen }];
};

const subscriptionDue = (ledger: Ledger, subscription: Subscription): Due[] => {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return [];
  if (subscription.status === 'incomplete')
    return [{ at: subscription.created + incompleteSeconds, happen: () => expireIncomplete(ledger, subscription) }];
  const at = Math.min(...subscription.items.data.map(({ current_period_end }) => current_period_end));
  return [{ at, happen: () => renew(ledger, subscription) }];
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
