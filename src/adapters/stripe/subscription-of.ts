import type { Stripe } from 'stripe';
import type { PaidSubscription, SubscriptionState } from '#domain/ports/payments.ts';

/** A subscription as Stripe shows it, in our words. Throws where it has no item, which Stripe does not allow. */
export const subscriptionOf = (subscription: Stripe.Subscription): PaidSubscription => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no item.`);
  return {
    id: subscription.id,
    itemId: item.id,
    state: known(states, subscription.status),
    priceKey: item.price.lookup_key,
    unitAmountCents: item.price.unit_amount,
    quantity: item.quantity ?? 1,
    contractTier: subscription.metadata['tier'] ?? null,
    createdAt: subscription.created,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: subscription.ended_at,
    latestInvoice: invoiceOf(subscription.latest_invoice),
  };
};

const invoiceOf = (invoice: Stripe.Subscription['latest_invoice']): PaidSubscription['latestInvoice'] => {
  if (invoice === null) return null;
  if (typeof invoice === 'string') throw new Error(`The invoice ${invoice} was not expanded.`);
  return { id: invoice.id, state: known(invoiceStates, invoice.status ?? 'draft') };
};

const states = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const satisfies SubscriptionState[];
const invoiceStates = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** A state that our version of the API does not have is no guess: it is an error. */
const known = <State extends string>(all: readonly State[], state: string): State => {
  const found = all.find((each) => each === state);
  if (found === undefined)
    throw new Error(`The provider speaks of a state ${state} that its version of the API has not.`);
  return found;
};
