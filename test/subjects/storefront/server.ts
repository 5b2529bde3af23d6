import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';
import * as model from './model.ts';
import type { Order, Product, Query, Shop, Sorting, Times } from './model.ts';

type Listing<T> = { filters: string[]; find(query: Query): T[]; sorting(query: Query): Sorting<T> };

const FULL = 'sfat_6f0c1d9be24a47d3';
const READ_ONLY = 'sfat_b83a52f7190e4c66';
const SCOPES = new Map([
  [FULL, ['read_products', 'write_products', 'read_orders', 'write_orders']],
  [READ_ONLY, ['read_products', 'read_orders']],
]);
const PRODUCT_FILTERS = ['ids', 'since_id', 'status', 'vendor', 'product_type', 'created_at_min'];
const PRODUCT_ORDERS = ['id asc', 'id desc', 'title asc', 'title desc', 'updated_at asc', 'updated_at desc'] as const;
const ORDER_FILTERS = ['status', 'financial_status', 'created_at_min', 'created_at_max'];
const CANCEL_REASONS = ['customer', 'inventory', 'fraud', 'declined', 'staff', 'other'] as const;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function onlyWithScope(context: Context): void {
  const scopes = SCOPES.get(context.req.header('x-storefront-access-token') ?? '');
  if (scopes === undefined) return refuse(401, '[API] Invalid API key or access token (unrecognized login)');
  const kind = ['GET', 'HEAD'].includes(context.req.method) ? 'read' : 'write';
  const scope = `${kind}_${context.req.path.includes('/orders') ? 'orders' : 'products'}`;
  if (!scopes.includes(scope)) refuse(403, `[API] This action requires merchant approval for ${scope} scope.`);
}

/** A message that begins with the name of a field is an error of that field. */
function errorForm(_status: number, message: string) {
  const [, field = 'base', what = message] = /^([a-z][\w.]*) (.+)$/.exec(message) ?? [];
  return { errors: { [field]: [what] } };
}

function idOf(context: Context, name: string): number {
  const digits = context.req.param(name)?.replace(/\.json$/, '') ?? '';
  return /^\d+$/.test(digits) ? Number(digits) : refuse(400, `${name} expected String to be a id`);
}

const pick = <T>(found: T | undefined): T => found ?? refuse(404, 'Not Found');

async function wrapped(context: Context, name: string): Promise<Body> {
  const sent = (await bodyOf(context))[name];
  return model.isObject(sent) ? sent : refuse(400, `${name} Required parameter missing or invalid`);
}

function choice<T extends string>(query: Query, name: string, options: readonly T[]): T | undefined {
  if (query[name] === undefined) return undefined;
  return options.find((option) => option === query[name]) ?? refuse(400, `${name} is one of ${options.join(', ')}`);
}

function time(query: Query, name: string): number | undefined {
  if (query[name] === undefined) return undefined;
  const parsed = TIME.test(query[name]) ? Date.parse(query[name]) : Number.NaN;
  return Number.isNaN(parsed) ? refuse(400, `${name} is not a date and time`) : parsed;
}

function ids(query: Query, name: string, most = Infinity): number[] | undefined {
  if (query[name] === undefined) return undefined;
  const sent = query[name].split(',');
  return sent.length <= most && sent.every((one) => /^\d+$/.test(one))
    ? sent.map(Number)
    : refuse(400, `${name} expected String to be a id`);
}

function withinTimes(query: Query) {
  const least = time(query, 'created_at_min') ?? -Infinity;
  const most = time(query, 'created_at_max') ?? Infinity;
  return ({ created_at }: Times): boolean => Date.parse(created_at) >= least && Date.parse(created_at) <= most;
}

function cursorOf(shop: Shop, context: Context, filters: string[]) {
  const sent = context.req.query('page_info');
  if (sent === undefined) return undefined;
  const extra = filters.find((name) => context.req.query(name) !== undefined);
  if (extra !== undefined) refuse(400, `${extra} cannot be passed when page_info is present`);
  return model.readCursor(shop, context.req.path, sent);
}

function paged<T extends Times>(shop: Shop, context: Context, listing: Listing<T>): T[] {
  const limit = queryNumber(context, 'limit', 50, 1, 250);
  const cursor = cursorOf(shop, context, listing.filters);
  const query = cursor?.query ?? context.req.query();
  const sorting = listing.sorting(query);
  const rows = listing.find(query).toSorted(model.comparison(sorting));
  const { start, end } = model.pageBounds(rows, sorting, limit, cursor);
  const link = (rel: 'next' | 'previous', row: T | undefined): string[] => {
    if (row === undefined) return [];
    const { path, url } = context.req;
    const place = { path, query, rel, value: row[sorting.field], id: row.id };
    const page_info = model.writeCursor(shop, place);
    return [`<${new URL(url).origin}${path}?limit=${limit}&page_info=${page_info}>; rel="${rel}"`];
  };
  const shown = rows.slice(start, end);
  const previous = start > 0 ? link('previous', shown[0]) : [];
  const next = end < rows.length ? link('next', shown.at(-1)) : [];
  if (previous.length + next.length > 0) context.header('link', [...previous, ...next].join(', '));
  return shown;
}

function productsOf(shop: Shop, query: Query): Product[] {
  const status = choice(query, 'status', model.STATUSES);
  const wanted = ids(query, 'ids');
  const [since = 0] = ids(query, 'since_id', 1) ?? [];
  const isWithin = withinTimes({ created_at_min: query.created_at_min });
  return [...shop.products.values()].filter(
    (product) =>
      (status ?? product.status) === product.status &&
      (query.vendor ?? product.vendor) === product.vendor &&
      (query.product_type ?? product.product_type) === product.product_type &&
      wanted?.includes(product.id) !== false &&
      product.id > since &&
      isWithin(product),
  );
}

function productSorting(query: Query): Sorting<Product> {
  const [field, way] = (choice(query, 'order', PRODUCT_ORDERS) ?? 'id asc').split(' ');
  return { field: field as keyof Product, descending: way === 'desc' };
}

function addProducts(app: Hono, shop: Shop): void {
  const product = (context: Context) => pick(shop.products.get(idOf(context, 'id')));
  const shown = (one: Product) => ({ product: model.shownProduct(one) });
  app.get('/products.json', (context) => {
    const filters = [...PRODUCT_FILTERS, 'order'];
    const found = paged(shop, context, { filters, find: (query) => productsOf(shop, query), sorting: productSorting });
    return context.json({ products: found.map(model.shownProduct) });
  });
  app.post('/products.json', async (context) => {
    const made = model.newProduct(shop, await wrapped(context, 'product'));
    shop.products.set(made.id, made);
    return context.json(shown(made), 201);
  });
  app.get('/products/count.json', (context) => context.json({ count: productsOf(shop, context.req.query()).length }));
  app.get('/products/:id{[^/]+\\.json}', (context) => context.json(shown(product(context))));
  app.put('/products/:id{[^/]+\\.json}', async (context) => {
    const found = product(context);
    const changes = model.productGiven(shop, await wrapped(context, 'product'), found);
    return context.json(shown(model.touch(Object.assign(found, changes))));
  });
  app.delete('/products/:id{[^/]+\\.json}', (context) => {
    const { id } = product(context);
    shop.products.delete(id);
    model.forgetSold(shop, { product_id: id }, { product_id: null, variant_id: null });
    return context.json({});
  });
}

function addVariants(app: Hono, shop: Shop): void {
  const variantOf = (context: Context) => pick(model.findVariant(shop, idOf(context, 'id')));
  app.post('/products/:product/variants.json', async (context) => {
    const product = pick(shop.products.get(idOf(context, 'product')));
    const sent = await wrapped(context, 'variant');
    if (sent.option1 === undefined) refuse(422, "option1 can't be blank");
    const made = model.newVariant(shop, sent);
    model.onlyDistinct([...product.variants, made]);
    if (product.variants.length === 100) refuse(422, 'Exceeded maximum number of variants allowed');
    product.variants.push(made);
    model.touch(product);
    return context.json({ variant: model.shownVariant(product, made) }, 201);
  });
  app.get('/variants/:id{[^/]+\\.json}', (context) => {
    const { product, variant } = variantOf(context);
    return context.json({ variant: model.shownVariant(product, variant) });
  });
  app.put('/variants/:id{[^/]+\\.json}', async (context) => {
    const { product, variant } = variantOf(context);
    const changed = { ...variant, ...model.variantGiven(await wrapped(context, 'variant')) };
    model.onlyDistinct(product.variants.map((one) => (one === variant ? changed : one)));
    model.touch(Object.assign(variant, changed));
    model.touch(product);
    return context.json({ variant: model.shownVariant(product, variant) });
  });
  app.delete('/products/:product/variants/:id{[^/]+\\.json}', (context) => {
    const product = pick(shop.products.get(idOf(context, 'product')));
    const { id } = pick(product.variants.find((one) => one.id === idOf(context, 'id')));
    if (product.variants.length === 1) refuse(422, 'Could not delete the last variant of a product');
    product.variants = product.variants.filter((one) => one.id !== id);
    model.touch(product);
    model.forgetSold(shop, { variant_id: id }, { variant_id: null });
    return context.json({});
  });
}

const ORDER_STATES: Record<'open' | 'closed' | 'cancelled' | 'any', (order: Order) => boolean> = {
  open: ({ closed_at, cancelled_at }) => closed_at === null && cancelled_at === null,
  closed: ({ closed_at }) => closed_at !== null,
  cancelled: ({ cancelled_at }) => cancelled_at !== null,
  any: () => true,
};

function ordersOf(shop: Shop, query: Query): Order[] {
  const isOf = ORDER_STATES[choice(query, 'status', ['open', 'closed', 'cancelled', 'any']) ?? 'open'];
  const paid = choice(query, 'financial_status', model.FINANCIAL_STATUSES);
  const isWithin = withinTimes(query);
  const isPaidSo = ({ financial_status }: Order) => (paid ?? financial_status) === financial_status;
  return [...shop.orders.values()].filter((order) => isOf(order) && isPaidSo(order) && isWithin(order));
}

function newOrder(shop: Shop, sent: Body): Order {
  const { email: sentEmail = null, note: sentNote = null, financial_status: sentStatus = 'paid' } = sent;
  const email = model.orNull(model.email)(sentEmail, 'email');
  const note = model.note(sentNote, 'note');
  const paid = model.oneOf(['pending', 'paid'])(sentStatus, 'financial_status');
  const line_items = model.takeStock(shop, model.objects(sent.line_items, 'line_items', 1, 100));
  shop.lastOrderNumber += 1;
  const open = { cancelled_at: null, cancel_reason: null, closed_at: null };
  const heading = { ...model.stamped(shop), order_number: shop.lastOrderNumber, email, note };
  return { ...heading, ...open, financial_status: paid, line_items, refunds: [] };
}

function addOrders(app: Hono, shop: Shop): void {
  const shown = (order: Order) => ({ order: model.shownOrder(order) });
  app.get('/orders.json', (context) => {
    const sorting = (): Sorting<Order> => ({ field: 'id', descending: true });
    const listing = { filters: ORDER_FILTERS, find: (query: Query) => ordersOf(shop, query), sorting };
    return context.json({ orders: paged(shop, context, listing).map(model.shownOrder) });
  });
  app.post('/orders.json', async (context) => {
    const made = newOrder(shop, await wrapped(context, 'order'));
    shop.orders.set(made.id, made);
    return context.json(shown(made), 201);
  });
  app.get('/orders/:id{[^/]+\\.json}', (context) => context.json(shown(pick(shop.orders.get(idOf(context, 'id'))))));
}

function addOrderActions(app: Hono, shop: Shop): void {
  const orderOf = (context: Context) => pick(shop.orders.get(idOf(context, 'id')));
  const turn = (isClosed: boolean) => (context: Context) => {
    const order = orderOf(context);
    if (order.cancelled_at !== null) refuse(422, 'Order has been cancelled');
    model.turnClosed(order, isClosed);
    return context.json({ order: model.shownOrder(order) });
  };
  app.post('/orders/:id/close.json', turn(true));
  app.post('/orders/:id/open.json', turn(false));
  app.post('/orders/:id/cancel.json', async (context) => {
    const order = orderOf(context);
    const sent = (await context.req.text()) === '' ? {} : await bodyOf(context);
    const { reason: sentReason = 'other', restock: sentRestock = true } = sent;
    const reason = model.oneOf(CANCEL_REASONS)(sentReason, 'reason');
    const restock = model.flag(sentRestock, 'restock');
    if (order.cancelled_at !== null) refuse(422, 'Order has already been cancelled');
    if (order.closed_at !== null) refuse(422, 'Cannot cancel a closed order');
    model.cancel(shop, order, reason, restock);
    return context.json({ order: model.shownOrder(order) });
  });
  app.get('/orders/:id/refunds.json', (context) =>
    context.json({ refunds: orderOf(context).refunds.map(model.shownRefund) }),
  );
  app.post('/orders/:id/refunds.json', async (context) => {
    const order = orderOf(context);
    const refund = model.newRefund(shop, order, await wrapped(context, 'refund'));
    if (['pending', 'voided'].includes(order.financial_status)) refuse(422, 'Order has not been paid');
    model.applyRefund(shop, order, refund);
    return context.json({ refund: model.shownRefund(refund) }, 201);
  });
}

function create(): Hono {
  const shop = model.newShop();
  const app = new Hono().basePath('/admin/api/2025-07');
  answerErrors(app, errorForm);
  app.notFound(() => refuse(404, 'Not Found'));
  app.use(async (context, next) => {
    onlyWithScope(context);
    await next();
  });
  for (const add of [addProducts, addVariants, addOrders, addOrderActions]) add(app, shop);
  return app;
}

export const storefront = referenceServer(import.meta.dirname, {
  name: 'storefront',
  style: 'admin REST of a shop: bodies wrapped by name, .json paths, page_info cursors in Link, a read-only token',
  document: 'openapi.yaml',
  personas: [
    { name: 'Merchant', description: 'Full access: can manage products and orders.', authType: 'HEADER' },
    {
      name: 'Reporting',
      description: 'Read-only: can look at everything, may not change anything.',
      authType: 'HEADER',
    },
    { name: 'Guest', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: {
    AUTH_MERCHANT: JSON.stringify({ headers: { 'X-Storefront-Access-Token': FULL } }),
    AUTH_REPORTING: JSON.stringify({ headers: { 'X-Storefront-Access-Token': READ_ONLY } }),
  },
  identities: {
    owner: { 'x-storefront-access-token': FULL },
    outsider: { 'x-storefront-access-token': READ_ONLY },
  },
  create,
});
