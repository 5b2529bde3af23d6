import { prorationLine } from '#domain/billing/proration.ts';
import type { Ledger } from './ledger.ts';
import type { Line, PendingLine, Price, Subscription, SubscriptionItem } from './objects.ts';

/** What an item has or is to have. */
export type Held = { price: Price; quantity: number };

const lineOf = (
  ledger: Ledger,
  { id, subscription }: SubscriptionItem,
  { price, quantity }: Held,
  about: { amount: number; description: string; start: number; end: number; isProration: boolean },
): Line => ({
  id: ledger.newId('il'),
  object: 'line_item',
  amount: about.amount,
  subtotal: about.amount,
  currency: price.currency,
  description: about.description,
  quantity,
  period: { start: about.start, end: about.end },
  discountable: !about.isProration,
  discounts: [],
  livemode: false,
  metadata: {},
  parent: {
    type: 'subscription_item_details',
    invoice_item_details: null,
    subscription_item_details: {
      subscription,
      subscription_item: id,
      proration: about.isProration,
      invoice_item: null,
      proration_details: null,
    },
  },
});

const nameOf = (ledger: Ledger, { price }: Held): string =>
  ledger.find(ledger.state.products, price.product, 'product').name;

/** In prorations one is not counted. */
const named = (ledger: Ledger, held: Held): string =>
  held.quantity === 1 ? nameOf(ledger, held) : `${held.quantity} × ${nameOf(ledger, held)}`;

/** The whole period of an item, as it is now. */
export const periodLine = (ledger: Ledger, item: SubscriptionItem): Line =>
  lineOf(ledger, item, item, {
    amount: item.price.unit_amount * item.quantity,
    description: `${item.quantity} × ${nameOf(ledger, item)} (at $${(item.price.unit_amount / 100).toFixed(2)} / month)`,
    start: item.current_period_start,
    end: item.current_period_end,
    isProration: false,
  });

/** The rest of the period from `at`: the credit of what an item had, and the charge of what it has then. */
export const prorationLines = (ledger: Ledger, item: SubscriptionItem, after: Held | undefined, at: number): Line[] => {
  const period = { startsAt: item.current_period_start, endsAt: item.current_period_end };
  const isSame = after?.price.id === item.price.id && after.quantity === item.quantity;
  if (isSame || at >= period.endsAt) return [];
  const line = (sign: 1 | -1, held: Held): Line =>
    lineOf(ledger, item, held, {
      amount: prorationLine(sign, { quantity: held.quantity, unitPriceCents: held.price.unit_amount }, period, at),
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${named(ledger, held)} after ${dayOf(at)}`,
      start: at,
      end: period.endsAt,
      isProration: true,
    });
  return [line(-1, item), ...(after ? [line(1, after)] : [])];
};

/** `22 Sep 2026`. */
const dayOf = (at: number): string => new Date(at * 1000).toUTCString().slice(5, 16);

const isOf = (subscription: Subscription) => (pending: PendingLine) => pending.subscription === subscription.id;

export const pendingLinesOf = ({ state }: Ledger, subscription: Subscription): Line[] =>
  state.pending.filter(isOf(subscription)).map(({ line }) => line);

/** The lines that wait, which then wait no more. */
export const takePendingLines = (ledger: Ledger, subscription: Subscription): Line[] => {
  const lines = pendingLinesOf(ledger, subscription);
  ledger.state.pending = ledger.state.pending.filter((each) => !isOf(subscription)(each));
  return lines;
};
