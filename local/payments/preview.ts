import { invalid } from './api-error.ts';
import type { Parameters } from './form.ts';
import { amountsOf } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { pendingLinesOf } from './lines.ts';
import { readChange } from './subscriptions.ts';

/** POST /v1/invoices/create_preview: what a change with `always_invoice` would come to now. */
export const createPreview = (ledger: Ledger, parameters: Parameters): object => {
  const id = parameters.neededText('subscription');
  const subscription = ledger.find(ledger.state.subscriptions, id, 'subscription', 'subscription');
  const details = parameters.inside('subscription_details');
  const { behavior, lines } = readChange(ledger, subscription, details);
  if (behavior !== 'always_invoice')
    throw invalid('The emulator previews changes with always_invoice.', 'subscription_details[proration_behavior]');
  const all = [...pendingLinesOf(ledger, subscription), ...lines];
  const { balance } = ledger.find(ledger.state.customers, subscription.customer, 'customer');
  const { total, amountDue, balanceAfter } = amountsOf(all, balance);
  return {
    ...ledger.begin('upcoming_in', 'invoice'),
    customer: subscription.customer,
    status: 'draft',
    billing_reason: 'subscription_update',
    currency: subscription.currency,
    lines: { object: 'list', data: all, has_more: false, url: '/v1/invoices/upcoming/lines' },
    subtotal: total,
    total,
    amount_due: amountDue,
    amount_paid: 0,
    amount_remaining: amountDue,
    starting_balance: balance,
    ending_balance: balanceAfter,
  };
};
