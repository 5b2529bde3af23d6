import { randomBytes } from 'node:crypto';
import { checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Metadata = Record<string, string>;
export type Product = ReturnType<typeof newProduct>;
export type Price = ReturnType<typeof newPrice>;
type CustomerFields = { email: string | null; name: string | null; description: string | null; metadata: Metadata };
export type Customer = ReturnType<typeof made> & CustomerFields;
export type Coupon = ReturnType<typeof newCoupon>;
export type Subscription = ReturnType<typeof newSubscription>;
export type Invoice = ReturnType<typeof newInvoice>;
type Sold = { prices: Map<string, Price>; customers: Map<string, Customer>; coupons: Map<string, Coupon> };
export type Status = (typeof STATUSES)[number];

export const STATUSES = ['trialing', 'active', 'paused', 'canceled'] as const;
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)+$/i;

export const now = () => Math.floor(Date.now() / 1000);
export const made = (prefix: string, object: string) => {
  return { id: `${prefix}_${randomBytes(9).toString('hex')}`, object, created: now() };
};

export const referred = <T>(all: Map<string, T>, body: Body, field: string): T =>
  all.get(checked(body).text(field, 100)) ?? refuse(400, `No such ${field}: '${String(body[field])}'`);

const objectIn = (body: Body, field: string): Body => {
  const value = body[field];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  return refuse(400, `${field} must be an object`);
};

const textOrNull = (body: Body, field: string, most: number, held: string | null = null): string | null => {
  if (body[field] === undefined) return held;
  return body[field] === null ? null : checked(body).text(field, most, 0);
};

const numberOr = <T>(body: Body, field: string, usual: T, most: number): number | T =>
  body[field] === undefined ? usual : checked(body).number(field, 1, most);

const metadataOf = (body: Body, held: Metadata = {}): Metadata => {
  if (body.metadata === undefined) return held;
  const sent = objectIn(body, 'metadata');
  for (const key of Object.keys(sent)) if (sent[key] !== null) checked(sent).text(key, 500, 0);
  const merged = Object.entries({ ...held, ...sent }).filter(([, value]) => value !== null);
  if (merged.length > 50) refuse(400, 'metadata may have at most 50 keys');
  return Object.fromEntries(merged) as Metadata;
};

export const newProduct = (body: Body) => ({
  ...made('prod', 'product'),
  name: checked(body).text('name', 250),
  description: textOrNull(body, 'description', 1000),
  active: body.active === undefined ? true : checked(body).flag('active'),
  metadata: metadataOf(body),
});

export const newPrice = (products: Map<string, Product>, body: Body) => {
  const recurring = objectIn(body, 'recurring');
  const interval = checked(recurring).oneOf('interval', ['month', 'year']);
  return {
    ...made('price', 'price'),
    product: referred(products, body, 'product').id,
    currency: checked(body).oneOf('currency', ['eur', 'gbp', 'usd']),
    unit_amount: checked(body).number('unit_amount', 0, 99_999_999),
    recurring: { interval, interval_count: numberOr(recurring, 'interval_count', 1, 12) },
    nickname: textOrNull(body, 'nickname', 100),
  };
};

export const customerFields = (body: Body, held?: CustomerFields): CustomerFields => {
  const email = textOrNull(body, 'email', 250, held?.email);
  return {
    email: typeof body.email === 'string' ? checked(body).matching('email', EMAIL) : email,
    name: textOrNull(body, 'name', 250, held?.name),
    description: textOrNull(body, 'description', 1000, held?.description),
    metadata: metadataOf(body, held?.metadata),
  };
};

export const newCoupon = (body: Body) => ({
  code: checked(body).matching('code', /^[A-Z0-9_-]{3,32}$/),
  object: 'coupon',
  percent_off: checked(body).number('percent_off', 1, 100),
  duration: checked(body).oneOf('duration', ['once', 'forever']),
  max_redemptions: numberOr(body, 'max_redemptions', null, 1_000_000),
  times_redeemed: 0,
  created: now(),
});

export const periodEnd = (start: number, { interval, interval_count: count }: Price['recurring']): number => {
  const date = new Date(start * 1000);
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 * count : count));
  return date.getTime() / 1000;
};

const redeemable = (coupons: Map<string, Coupon>, body: Body): Coupon => {
  const coupon = referred(coupons, body, 'coupon');
  const { max_redemptions: most, times_redeemed: times, code } = coupon;
  return most !== null && times >= most ? refuse(400, `Coupon is used up: '${code}'`) : coupon;
};

export const newSubscription = ({ prices, customers, coupons }: Sold, body: Body) => {
  const { id: customer } = referred(customers, body, 'customer');
  const price = referred(prices, body, 'price');
  const trialDays = numberOr(body, 'trial_period_days', 0, 730);
  const start = now();
  const end = trialDays > 0 ? start + trialDays * 86_400 : periodEnd(start, price.recurring);
  return {
    ...made('sub', 'subscription'),
    customer,
    price: price.id,
    quantity: numberOr(body, 'quantity', 1, 1000),
    status: (trialDays > 0 ? 'trialing' : 'active') as Status,
    current_period: { start, end },
    canceled_at: null as number | null,
    metadata: metadataOf(body),
    coupon: body.coupon === undefined ? null : redeemable(coupons, body).code,
  };
};

/** The bill of the current period; a trial costs nothing. */
export const newInvoice = (
  invoices: Map<string, object>,
  subscription: Subscription,
  price: Price,
  percent: number,
) => {
  const amount = subscription.status === 'trialing' ? 0 : price.unit_amount * subscription.quantity;
  const discount = Math.round((amount * percent) / 100);
  return {
    ...made('in', 'invoice'),
    number: `INV-${String(invoices.size + 1).padStart(5, '0')}`,
    customer: subscription.customer,
    subscription: subscription.id,
    currency: price.currency,
    amount,
    discount,
    total: amount - discount,
    status: amount === discount ? 'paid' : 'open',
    period: subscription.current_period,
  };
};
