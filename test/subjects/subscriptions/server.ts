import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';
import {
  STATUSES,
  customerFields,
  made,
  newCoupon,
  newInvoice,
  newPrice,
  newProduct,
  newSubscription,
  now,
  periodEnd,
  referred,
} from './objects.ts';
import type { Coupon, Customer, Invoice, Price, Product, Status, Subscription } from './objects.ts';

type Account = ReturnType<typeof newAccount>;
type AccountOf = (context: Context) => Account;

const newAccount = () => ({
  products: new Map<string, Product>(),
  prices: new Map<string, Price>(),
  customers: new Map<string, Customer>(),
  coupons: new Map<string, Coupon>(),
  subscriptions: new Map<string, Subscription>(),
  invoices: new Map<string, Invoice>(),
});

const pick = <T>(all: Map<string, T>, context: Context, what: string): T =>
  all.get(context.req.param('id') ?? '') ?? refuse(404, `No such ${what}: '${context.req.param('id')}'`);

const keep = <T extends { id: string }>(all: Map<string, T>, one: T): T => {
  all.set(one.id, one);
  return one;
};

const bill = (account: Account, subscription: Subscription, price: Price): void => {
  const coupon = account.coupons.get(subscription.coupon ?? '');
  const earlier = [...account.invoices.values()].filter((one) => one.subscription === subscription.id);
  const over = coupon?.duration === 'once' && earlier.some(({ discount }) => discount > 0);
  const percent = coupon === undefined || over ? 0 : coupon.percent_off;
  keep(account.invoices, newInvoice(account.invoices, subscription, price, percent));
};

/** Newest first, kept to what the query says of these fields. */
const listed = <T extends Record<string, unknown>>(context: Context, all: Map<string, T>, ...fields: string[]) => {
  const limit = queryNumber(context, 'limit', 10, 1, 100);
  const { starting_after: after, ...query } = context.req.query();
  if (after !== undefined && !all.has(after)) refuse(400, `No such object: '${after}'`);
  const newestFirst = [...all].toReversed();
  const found = newestFirst
    .slice(newestFirst.findIndex(([id]) => id === after) + 1)
    .map(([, one]) => one)
    .filter((one) => fields.every((field) => query[field] === undefined || query[field] === one[field]));
  return context.json({ object: 'list', data: found.slice(0, limit), has_more: found.length > limit });
};

function addCatalogue(app: Hono, accountOf: AccountOf): void {
  app.get('/products', (context) => listed(context, accountOf(context).products));
  app.post('/products', async (context) =>
    context.json(keep(accountOf(context).products, newProduct(await bodyOf(context)))),
  );
  app.get('/prices', (context) => listed(context, accountOf(context).prices, 'product'));
  app.post('/prices', async (context) => {
    const { products, prices } = accountOf(context);
    return context.json(keep(prices, newPrice(products, await bodyOf(context))));
  });
  app.post('/coupons', async (context) => {
    const { coupons } = accountOf(context);
    const coupon = newCoupon(await bodyOf(context));
    if (coupons.has(coupon.code)) refuse(400, `Coupon already exists: '${coupon.code}'`);
    coupons.set(coupon.code, coupon);
    return context.json(coupon);
  });
  app.get('/coupons/:id', (context) => context.json(pick(accountOf(context).coupons, context, 'coupon')));
}

function addCustomers(app: Hono, accountOf: AccountOf): void {
  const find = (context: Context) => pick(accountOf(context).customers, context, 'customer');
  app.get('/customers', (context) => listed(context, accountOf(context).customers, 'email'));
  app.post('/customers', async (context) => {
    const customer = { ...made('cus', 'customer'), ...customerFields(await bodyOf(context)) };
    return context.json(keep(accountOf(context).customers, customer));
  });
  app.get('/customers/:id', (context) => context.json(find(context)));
  app.post('/customers/:id', async (context) => {
    const customer = find(context);
    return context.json(Object.assign(customer, customerFields(await bodyOf(context), customer)));
  });
}

function addBilling(app: Hono, accountOf: AccountOf): void {
  const find = (context: Context, from: Status[]) => {
    const found = pick(accountOf(context).subscriptions, context, 'subscription');
    return from.includes(found.status) ? found : refuse(400, `The subscription is ${found.status}`);
  };
  app.get('/subscriptions', (context) => {
    const { status } = context.req.query();
    if (status !== undefined) checked({ status }).oneOf('status', STATUSES);
    return listed(context, accountOf(context).subscriptions, 'customer', 'status');
  });
  app.post('/subscriptions', async (context) => {
    const account = accountOf(context);
    const body = await bodyOf(context);
    const subscription = keep(account.subscriptions, newSubscription(account, body));
    const coupon = account.coupons.get(subscription.coupon ?? '');
    if (coupon) coupon.times_redeemed += 1;
    bill(account, subscription, referred(account.prices, body, 'price'));
    return context.json(subscription);
  });
  app.get('/subscriptions/:id', (context) => context.json(find(context, [...STATUSES])));
  app.post('/subscriptions/:id/cancel', (context) =>
    context.json(
      Object.assign(find(context, ['trialing', 'active', 'paused']), { status: 'canceled', canceled_at: now() }),
    ),
  );
  app.post('/subscriptions/:id/pause', (context) =>
    context.json(Object.assign(find(context, ['trialing', 'active']), { status: 'paused' })),
  );
  app.post('/subscriptions/:id/resume', (context) => {
    const account = accountOf(context);
    const subscription = find(context, ['paused']);
    const price = referred(account.prices, subscription, 'price');
    const start = now();
    const current_period = { start, end: periodEnd(start, price.recurring) };
    Object.assign(subscription, { status: 'active', current_period });
    bill(account, subscription, price);
    return context.json(subscription);
  });
  app.get('/invoices', (context) => listed(context, accountOf(context).invoices, 'customer', 'subscription'));
  app.get('/invoices/:id', (context) => context.json(pick(accountOf(context).invoices, context, 'invoice')));
}

function create(): Hono {
  const accounts = new Map([
    ['Bearer sk_harbor', newAccount()],
    ['Bearer sk_lantern', newAccount()],
  ]);
  const accountOf = (context: Context) =>
    accounts.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Invalid API key');
  const app = new Hono().basePath('/v1');
  answerErrors(app, (status, message) => {
    const type = status === 401 ? 'authentication_error' : 'invalid_request_error';
    return { error: { type: status >= 500 ? 'api_error' : type, message } };
  });
  app.use(async (context, next) => {
    accountOf(context);
    await next();
  });
  for (const add of [addCatalogue, addCustomers, addBilling]) add(app, accountOf);
  return app;
}

export const subscriptions = referenceServer(import.meta.dirname, {
  name: 'subscriptions',
  style: 'Stripe-like: updates by POST, lists with has_more, snake case, 200 for what is made, 400 for every conflict',
  document: 'openapi.yaml',
  personas: [
    { name: 'Harbor', description: 'Secret key of the account Harbor. Can manage its billing.', authType: 'BEARER' },
    { name: 'Lantern', description: 'Another account. Has no access to what Harbor owns.', authType: 'BEARER' },
  ],
  env: { AUTH_HARBOR: '{"token":"sk_harbor"}', AUTH_LANTERN: '{"token":"sk_lantern"}' },
  identities: { owner: { authorization: 'Bearer sk_harbor' }, outsider: { authorization: 'Bearer sk_lantern' } },
  create,
});
