import { createHmac, randomUUID } from 'node:crypto';
import { refuse } from '../request.ts';
import type { Body } from '../request.ts';

export type Times = { id: number; created_at: string; updated_at: string };
type Status = (typeof STATUSES)[number];
type VariantInput = {
  option1: string;
  /** Cents, as every amount of money in here. */
  price: number;
  compare_at_price: number | null;
  sku: string | null;
  inventory_quantity: number;
  inventory_policy: 'deny' | 'continue';
};
type ProductInput = {
  title: string;
  body_html: string | null;
  vendor: string;
  product_type: string;
  handle: string;
  status: Status;
  tags: string;
};
export type Variant = Times & VariantInput;
export type Product = Times & ProductInput & { published_at: string | null; variants: Variant[] };
type Sold = { variant_id: number | null; product_id: number | null };
type LineItem = Sold & {
  id: number;
  title: string;
  variant_title: string;
  sku: string | null;
  price: number;
  quantity: number;
  current_quantity: number;
};
type RefundedLine = { id: number; line_item_id: number; quantity: number; restock_type: string; subtotal: number };
type Refund = {
  id: number;
  order_id: number;
  note: string | null;
  created_at: string;
  refund_line_items: RefundedLine[];
};
export type Order = Times & {
  order_number: number;
  email: string | null;
  note: string | null;
  financial_status: (typeof FINANCIAL_STATUSES)[number];
  cancelled_at: string | null;
  cancel_reason: string | null;
  closed_at: string | null;
  line_items: LineItem[];
  refunds: Refund[];
};
export type Shop = ReturnType<typeof newShop>;

export const STATUSES = ['active', 'draft', 'archived'] as const;
export const FINANCIAL_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'voided'] as const;

export const newShop = () => ({
  products: new Map<number, Product>(),
  orders: new Map<number, Order>(),
  lastId: 6_320_170_000,
  lastOrderNumber: 1000,
  cursorSecret: randomUUID(),
});

const now = () => new Date().toISOString().replace(/\.\d+/, '');
const nextId = (shop: Shop): number => (shop.lastId += 1);
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
export const stamped = (shop: Shop): Times => {
  const created_at = now();
  return { id: nextId(shop), created_at, updated_at: created_at };
};
export const touch = <T extends Times>(thing: T): T => Object.assign(thing, { updated_at: now() });

type Read<T> = (value: unknown, field: string) => T;
type Readers<T> = { [K in keyof T]: Read<T[K]> };

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text =
  (most: number, mayBeBlank = false): Read<string> =>
  (value, field) => {
    if (typeof value !== 'string') return refuse(422, `${field} must be a string`);
    if (!mayBeBlank && value.trim() === '') return refuse(422, `${field} can't be blank`);
    // Characters as JSON Schema counts them: an emoji is one.
    return [...value].length <= most ? value : refuse(422, `${field} is too long (maximum is ${most} characters)`);
  };

const matching =
  (pattern: RegExp, most: number): Read<string> =>
  (value, field) => {
    const found = text(most)(value, field);
    return pattern.test(found) ? found : refuse(422, `${field} is invalid`);
  };

export const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value, field) =>
    value === null ? null : read(value, field);

export const oneOf =
  <T extends string>(options: readonly T[]): Read<T> =>
  (value, field) =>
    options.find((option) => option === value) ?? refuse(422, `${field} is not one of ${options.join(', ')}`);

export const whole =
  (least: number, most: number): Read<number> =>
  (value, field) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : refuse(422, `${field} must be a whole number from ${least} to ${most}`);

export const flag: Read<boolean> = (value, field) =>
  typeof value === 'boolean' ? value : refuse(422, `${field} must be true or false`);

export const email = matching(/^.+@[^\s@]+$/, 255);

export const note = orNull(text(5000, true));

const amount: Read<number> = (value, field) =>
  Math.round(Number(matching(/^\d{1,7}(\.\d{1,2})?$/, 10)(value, field)) * 100);

const tags: Read<string> = (value, field) => {
  const names = text(1000, true)(value, field).split(',');
  const kept = new Set(names.map((name) => name.trim()).filter((name) => name !== ''));
  return [...kept].sort().join(', ');
};

export function objects(value: unknown, field: string, least: number, most: number): Body[] {
  if (!Array.isArray(value) || value.length < least || value.length > most || !value.every(isObject))
    return refuse(422, `${field} must be a list of ${least} to ${most} objects`);
  return value;
}

const PRODUCT_FIELDS: Readers<ProductInput> = {
  title: text(255),
  body_html: orNull(text(65_535, true)),
  vendor: text(255),
  product_type: text(255, true),
  handle: matching(/^[a-z0-9]+(-[a-z0-9]+)*$/, 255),
  status: oneOf(STATUSES),
  tags,
};

const VARIANT_FIELDS: Readers<VariantInput> = {
  option1: text(255),
  price: amount,
  compare_at_price: orNull(amount),
  sku: orNull(text(255, true)),
  inventory_quantity: whole(0, 1_000_000),
  inventory_policy: oneOf(['deny', 'continue']),
};

function given<T>(sent: Body, readers: Readers<T>): Partial<T> {
  const read = Object.entries<Read<unknown>>(readers)
    .filter(([field]) => sent[field] !== undefined)
    .map(([field, reader]) => [field, reader(sent[field], field)]);
  return Object.fromEntries(read) as Partial<T>;
}

export const variantGiven = (sent: Body) => given(sent, VARIANT_FIELDS);

export function newVariant(shop: Shop, sent: Body): Variant {
  const usual = { option1: 'Default Title', price: 0, compare_at_price: null, sku: null } as const;
  const stock = { inventory_quantity: 0, inventory_policy: 'deny' } as const;
  return { ...usual, ...stock, ...variantGiven(sent), ...stamped(shop) };
}

export function onlyDistinct(variants: Variant[]): void {
  const taken = new Set<string>();
  for (const { option1 } of variants) {
    if (taken.has(option1)) refuse(422, `The variant '${option1}' already exists.`);
    taken.add(option1);
  }
}

function freeHandle(shop: Shop, title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['product'];
  const taken = new Set([...shop.products.values()].map(({ handle }) => handle));
  const handle = words.join('-');
  if (!taken.has(handle)) return handle;
  let suffix = 1;
  while (taken.has(`${handle}-${suffix}`)) suffix += 1;
  return `${handle}-${suffix}`;
}

export function productGiven(shop: Shop, sent: Body, product?: Product): Partial<Product> {
  const fields = given(sent, PRODUCT_FIELDS);
  const isTaken = [...shop.products.values()].some((one) => one !== product && one.handle === fields.handle);
  if (isTaken) refuse(422, 'handle has already been taken');
  const changes = fields.status !== undefined && fields.status !== product?.status;
  return { ...fields, ...(changes && { published_at: fields.status === 'active' ? now() : null }) };
}

export function newProduct(shop: Shop, sent: Body): Product {
  const { title = refuse(422, "title can't be blank"), ...fields } = productGiven(shop, { status: 'active', ...sent });
  const { variants: sentVariants = [{}] } = sent;
  const variants = objects(sentVariants, 'variants', 1, 100).map((one) => newVariant(shop, one));
  onlyDistinct(variants);
  const usual = { body_html: null, vendor: 'Storefront Demo', product_type: '', tags: '', published_at: null };
  const handle = freeHandle(shop, title);
  return { ...usual, handle, status: 'active', title, ...fields, variants, ...stamped(shop) };
}

export function findVariant(shop: Shop, id: unknown): { product: Product; variant: Variant } | undefined {
  for (const product of shop.products.values()) {
    const variant = product.variants.find((one) => one.id === id);
    if (variant !== undefined) return { product, variant };
  }
  return undefined;
}

/** Changes the stock of a variant, unless it has been deleted since it was sold. */
export function moveStock(shop: Shop, variantId: number | null, units: number): void {
  const found = findVariant(shop, variantId);
  if (found === undefined) return;
  found.variant.inventory_quantity += units;
  touch(found.variant);
  touch(found.product);
}

/** Orders outlive what they sold. */
export function forgetSold(shop: Shop, sold: Partial<Sold>, forgotten: Partial<Sold>): void {
  const lines = [...shop.orders.values()].flatMap(({ line_items }) => line_items);
  const isSold = (line: LineItem) => line.product_id === sold.product_id || line.variant_id === sold.variant_id;
  for (const line of lines.filter(isSold)) Object.assign(line, forgotten);
}

function lineItem(shop: Shop, { variant_id, quantity: sent }: Body) {
  const quantity = whole(1, 10_000)(sent, 'line_items.quantity');
  const { product, variant } = findVariant(shop, variant_id) ?? refuse(422, 'line_items.variant_id does not exist');
  if (product.status !== 'active') refuse(422, 'line_items.variant_id belongs to a product that is not active');
  const { price, sku, option1: variant_title } = variant;
  const ids = { id: nextId(shop), variant_id: variant.id, product_id: product.id };
  const line: LineItem = {
    ...ids,
    title: product.title,
    variant_title,
    sku,
    price,
    quantity,
    current_quantity: quantity,
  };
  return { line, variant };
}

export function takeStock(shop: Shop, sent: Body[]): LineItem[] {
  const wanted = sent.map((one) => lineItem(shop, one));
  for (const { variant } of wanted) {
    const units = sum(wanted.filter((one) => one.variant === variant).map(({ line }) => line.quantity));
    const isShort = variant.inventory_policy === 'deny' && units > variant.inventory_quantity;
    if (isShort) refuse(422, 'line_items Unable to reserve inventory');
  }
  for (const { line, variant } of wanted) moveStock(shop, variant.id, -line.quantity);
  return wanted.map(({ line }) => line);
}

export function newRefund(shop: Shop, order: Order, sent: Body): Refund {
  const field = 'refund_line_items';
  const { note: sentNote = null } = sent;
  const refunded = objects(sent.refund_line_items, field, 1, 100).map((one): RefundedLine => {
    const { restock_type: sentType = 'no_restock' } = one;
    const quantity = whole(1, 10_000)(one.quantity, `${field}.quantity`);
    const restock_type = oneOf(['no_restock', 'return'])(sentType, `${field}.restock_type`);
    const line = order.line_items.find(({ id }) => id === one.line_item_id);
    const { id: line_item_id, price } = line ?? refuse(422, `${field}.line_item_id is not of this order`);
    return { id: nextId(shop), line_item_id, quantity, restock_type, subtotal: price * quantity };
  });
  const returns = refunded.some(({ restock_type }) => restock_type === 'return');
  if (returns && order.cancelled_at !== null) refuse(422, `${field}.restock_type must be no_restock once cancelled`);
  for (const { id, current_quantity } of order.line_items) {
    const units = sum(refunded.filter((one) => one.line_item_id === id).map(({ quantity }) => quantity));
    if (units > current_quantity) refuse(422, `${field}.quantity cannot exceed what is left of the line item`);
  }
  return {
    id: nextId(shop),
    order_id: order.id,
    note: note(sentNote, 'note'),
    created_at: now(),
    refund_line_items: refunded,
  };
}

export function applyRefund(shop: Shop, order: Order, refund: Refund): void {
  for (const { line_item_id, quantity, restock_type } of refund.refund_line_items) {
    const line = order.line_items.find(({ id }) => id === line_item_id);
    if (line === undefined) continue;
    line.current_quantity -= quantity;
    if (restock_type === 'return') moveStock(shop, line.variant_id, quantity);
  }
  const isWhole = order.line_items.every(({ current_quantity }) => current_quantity === 0);
  order.financial_status = isWhole ? 'refunded' : 'partially_refunded';
  order.refunds.push(refund);
  touch(order);
}

export function cancel(shop: Shop, order: Order, cancel_reason: string, restock: boolean): void {
  for (const { variant_id, current_quantity } of restock ? order.line_items : [])
    moveStock(shop, variant_id, current_quantity);
  if (order.financial_status === 'pending') order.financial_status = 'voided';
  touch(Object.assign(order, { cancelled_at: now(), cancel_reason }));
}

export function turnClosed(order: Order, isClosed: boolean): void {
  if (isClosed === (order.closed_at !== null)) return;
  touch(Object.assign(order, { closed_at: isClosed ? now() : null }));
}

const money = (cents: number): string => (cents / 100).toFixed(2);

export const shownVariant = (product: Product, variant: Variant) => ({
  ...variant,
  product_id: product.id,
  title: variant.option1,
  position: product.variants.indexOf(variant) + 1,
  price: money(variant.price),
  compare_at_price: variant.compare_at_price === null ? null : money(variant.compare_at_price),
});

export const shownProduct = (product: Product) => ({
  ...product,
  variants: product.variants.map((variant) => shownVariant(product, variant)),
});

export const shownRefund = (refund: Refund) => ({
  ...refund,
  amount: money(sum(refund.refund_line_items.map(({ subtotal }) => subtotal))),
  refund_line_items: refund.refund_line_items.map((one) => ({ ...one, subtotal: money(one.subtotal) })),
});

export const shownOrder = (order: Order) => ({
  ...order,
  name: `#${order.order_number}`,
  currency: 'USD',
  total_price: money(sum(order.line_items.map(({ price, quantity }) => price * quantity))),
  current_total_price: money(sum(order.line_items.map((line) => line.price * line.current_quantity))),
  line_items: order.line_items.map((line) => ({
    ...line,
    price: money(line.price),
    product_exists: line.product_id !== null,
  })),
  refunds: order.refunds.map(shownRefund),
});

export type Query = Record<string, string | undefined>;
export type Sorting<T> = { field: keyof T; descending: boolean };
type Cursor = { path: string; query: Query; rel: 'next' | 'previous'; value: unknown; id: number };

const signature = (shop: Shop, payload: string) =>
  createHmac('sha256', shop.cursorSecret).update(payload).digest('base64url');

export function writeCursor(shop: Shop, cursor: Cursor): string {
  const payload = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  return `${payload}.${signature(shop, payload)}`;
}

export function readCursor(shop: Shop, path: string, sent: string): Cursor {
  const [payload = '', signed] = sent.split('.');
  if (signed !== signature(shop, payload)) refuse(400, 'page_info Invalid value.');
  const cursor = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Cursor;
  return cursor.path === path ? cursor : refuse(400, 'page_info Invalid value.');
}

/** The rows of a page; a cursor is a place, not a row, so that a deleted row does not break the paging. */
export function pageBounds<T extends Times>(rows: T[], sorting: Sorting<T>, limit: number, cursor?: Cursor) {
  if (cursor === undefined) return { start: 0, end: limit };
  const key = { [sorting.field]: cursor.value, id: cursor.id } as T;
  const compare = comparison(sorting);
  const before = rows.filter((row) => compare(row, key) < 0).length;
  if (cursor.rel === 'previous') return { start: Math.max(0, before - limit), end: before };
  const start = rows.filter((row) => compare(row, key) <= 0).length;
  return { start, end: start + limit };
}

export function comparison<T extends Times>({ field, descending }: Sorting<T>) {
  return (a: T, b: T): number => {
    const order = a[field] === b[field] ? a.id - b.id : a[field] < b[field] ? -1 : 1;
    return descending ? -order : order;
  };
}
