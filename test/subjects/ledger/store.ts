import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { bodyOf, checked, queryNumber, refuse } from '../request.ts';

/** The balance is kept in cents and shown in units. */
export type Account = {
  id: string;
  name: string;
  type: string;
  currency: string;
  cents: number;
  createdAt: string;
};
export type Payment = {
  fromAccountId: string;
  toAccountId: string;
  amount: number;
  reference?: string | undefined;
  categoryId?: string | undefined;
};
export type Transfer = Payment & { id: string; currency: string; createdAt: string };
export type Transaction = {
  id: string;
  accountId: string;
  type: 'OPENING' | 'TRANSFER_IN' | 'TRANSFER_OUT';
  amount: number;
  balanceAfter: number;
  counterpartyAccountId?: string;
  transferId?: string;
  reference?: string | undefined;
  categoryId?: string | undefined;
  bookedOn: string;
  bookedAt: string;
};
export type ScheduledPayment = Payment & {
  id: string;
  currency: string;
  frequency: string;
  nextExecution: string;
  status: 'ACTIVE' | 'CANCELLED';
  createdAt: string;
  updatedAt: string;
  cancelledAt?: string;
};
export type Category = { id: string; name: string; kind: string; color?: string };
export type Statement = {
  id: string;
  accountId: string;
  from: string;
  to: string;
  currency: string;
  openingBalance: number;
  closingBalance: number;
  totalIn: number;
  totalOut: number;
  entries: number;
  createdAt: string;
};
export type Book = ReturnType<typeof newBook>;
export type BookOf = (context: Context) => Book;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;

let lastMicros = 0;
/** No two are the same, so that times give an order. */
export function instant(): string {
  lastMicros = Math.max(lastMicros + 1, Date.now() * 1000);
  const micros = String(lastMicros % 1000).padStart(3, '0');
  return `${new Date(Math.floor(lastMicros / 1000)).toISOString().slice(0, -1)}${micros}Z`;
}
export const today = () => new Date().toISOString().slice(0, 10);
export const centsOf = (amount: number) => Math.round(amount * 100);

export const newBook = () => ({
  accounts: new Map<string, Account>(),
  transactions: [] as Transaction[],
  transfers: new Map<string, Transfer>(),
  /** What was sent with an idempotency key, and the transfer it made. */
  keys: new Map<string, { sent: string; transfer: Transfer }>(),
  scheduled: new Map<string, ScheduledPayment>(),
  categories: new Map<string, Category>(),
  statements: new Map<string, Statement>(),
});

export function uuid(name: string, sent: unknown): string {
  return typeof sent === 'string' && UUID.test(sent) ? sent.toLowerCase() : refuse(400, `${name}: must be a UUID`);
}

function date(name: string, sent: unknown): string {
  const isReal =
    typeof sent === 'string' && DATE.test(sent) && new Date(Date.parse(sent) || 0).toISOString().startsWith(sent);
  return isReal ? sent : refuse(400, `${name}: must be a date`);
}

export function queryDate(context: Context, name: string): string | undefined {
  const sent = context.req.query(name);
  return sent === undefined ? undefined : date(name, sent);
}

export async function formOf(context: Context) {
  const sent = await bodyOf(context);
  const body = checked(sent);
  return {
    ...body,
    isNull: (field: string) => sent[field] === null,
    optional: <T>(field: string, read: (field: string) => T): T | undefined =>
      sent[field] === undefined ? undefined : read(field),
    text: (field: string, most: number) => body.matching(field, new RegExp(`^.{1,${most}}$`, 'su')),
    uuid: (field: string) => uuid(field, sent[field]),
    date: (field: string) => date(field, sent[field]),
    money: (field: string, least: number, most: number): number => {
      const value = body.number(field, least, most, false);
      const isWhole = Math.abs(value * 100 - centsOf(value)) < 1e-6;
      return isWhole ? centsOf(value) / 100 : refuse(400, `${field}: at most two decimals`);
    },
  };
}

/** A page as Spring Data writes it; `sort` may name these properties. */
export function pageOf<Row extends object>(context: Context, rows: Row[], sortable: (keyof Row & string)[]) {
  const number = queryNumber(context, 'page', 0, 0, 1_000_000);
  const size = queryNumber(context, 'size', 20, 1, 100);
  const orders = (context.req.queries('sort') ?? []).map((text) => {
    const [name, direction = 'asc', ...rest] = text.split(',');
    const property = sortable.find((one) => one === name);
    const isKnown = property !== undefined && ['asc', 'desc'].includes(direction) && rest.length === 0;
    return isKnown ? { property, sign: direction === 'asc' ? 1 : -1 } : refuse(400, `sort: '${text}' is not known`);
  });
  const sorted = rows.toSorted((a, b) => {
    const order = orders.find(({ property }) => a[property] !== b[property]);
    return order === undefined ? 0 : a[order.property] < b[order.property] ? -order.sign : order.sign;
  });
  const content = sorted.slice(number * size, (number + 1) * size);
  const totalPages = Math.ceil(rows.length / size);
  return {
    content,
    pageable: { pageNumber: number, pageSize: size },
    totalElements: rows.length,
    totalPages,
    first: number === 0,
    last: number + 1 >= totalPages,
    size,
    number,
  };
}

export function found<Row>(context: Context, rows: Map<string, Row>, name: string, what: string): Row {
  return rows.get(context.req.param(name)?.toLowerCase() ?? '') ?? refuse(404, `${what} not found`);
}

export function created(context: Context, path: string, row: object) {
  context.header('location', new URL(`/ledger/v1/${path}`, context.req.url).href);
  return context.json(row, 201);
}

export function book(
  held: Book,
  account: Account,
  what: Pick<Transaction, 'type' | 'amount'> & Partial<Transaction>,
): void {
  account.cents += centsOf(what.amount);
  const [bookedOn, bookedAt] = [today(), instant()];
  const place = { id: randomUUID(), accountId: account.id };
  held.transactions.push({ ...place, ...what, balanceAfter: account.cents / 100, bookedOn, bookedAt });
}
