import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { refuse } from '../request.ts';
import { scheduledRoutes, transferRoutes } from './payments.ts';
import { book, centsOf, created, formOf, found, instant, newBook, pageOf, queryDate } from './store.ts';
import type { Account, BookOf, Category, Statement, Transaction } from './store.ts';

const CUSTOMERS = ['Bearer cst_7Gk2mVq9', 'Bearer cst_Xw4hTz81'];
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF'];
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
};

const shownAccount = ({ cents, ...account }: Account) => ({ ...account, balance: cents / 100 });

function accountRoutes(app: Hono, bookOf: BookOf): void {
  app.get('/accounts', (context) => {
    const rows = [...bookOf(context).accounts.values()].map(shownAccount);
    return context.json(pageOf(context, rows, ['name', 'balance', 'createdAt']));
  });
  app.post('/accounts', async (context) => {
    const form = await formOf(context);
    const account: Account = {
      id: randomUUID(),
      name: form.text('name', 80),
      type: form.oneOf('type', ['CURRENT', 'SAVINGS']),
      currency: form.oneOf('currency', CURRENCIES),
      cents: 0,
      createdAt: instant(),
    };
    const opening = form.optional('openingBalance', (field) => form.money(field, 0, 1_000_000)) ?? 0;
    bookOf(context).accounts.set(account.id, account);
    if (opening > 0) book(bookOf(context), account, { type: 'OPENING', amount: opening });
    return created(context, `accounts/${account.id}`, shownAccount(account));
  });
  app.get('/accounts/:accountId', (context) =>
    context.json(shownAccount(found(context, bookOf(context).accounts, 'accountId', 'Account'))),
  );
  app.delete('/accounts/:accountId', (context) => {
    const held = bookOf(context);
    const { id, cents } = found(context, held.accounts, 'accountId', 'Account');
    if (cents !== 0) refuse(409, 'The balance is not zero');
    const isPlanned = [...held.scheduled.values()].some(
      (one) => one.status === 'ACTIVE' && [one.fromAccountId, one.toAccountId].includes(id),
    );
    if (isPlanned) refuse(409, 'The account has active scheduled payments');
    held.accounts.delete(id);
    return context.body(null, 204);
  });
  app.get('/accounts/:accountId/transactions', (context) => {
    const held = bookOf(context);
    const { id } = found(context, held.accounts, 'accountId', 'Account');
    const [from, to] = [queryDate(context, 'from'), queryDate(context, 'to')];
    const rows = held.transactions
      .filter((one) => one.accountId === id)
      .filter(({ bookedOn }) => (from === undefined || bookedOn >= from) && (to === undefined || bookedOn <= to));
    return context.json(pageOf(context, rows.toReversed(), ['bookedAt', 'amount']));
  });
}

function statementRoutes(app: Hono, bookOf: BookOf): void {
  app.post('/accounts/:accountId/statements', async (context) => {
    const held = bookOf(context);
    const account = found(context, held.accounts, 'accountId', 'Account');
    const form = await formOf(context);
    const [from, to] = [form.date('from'), form.date('to')];
    if (from > to) refuse(400, 'from: must not be after to');
    const own = held.transactions.filter((one) => one.accountId === account.id);
    const within = own.filter(({ bookedOn }) => bookedOn >= from && bookedOn <= to);
    const sum = (some: Transaction[]) => some.reduce((total, { amount }) => total + centsOf(amount), 0) / 100;
    const statement: Statement = {
      id: randomUUID(),
      accountId: account.id,
      from,
      to,
      currency: account.currency,
      openingBalance: sum(own.filter(({ bookedOn }) => bookedOn < from)),
      closingBalance: sum(own.filter(({ bookedOn }) => bookedOn <= to)),
      totalIn: sum(within.filter(({ amount }) => amount > 0)),
      totalOut: -sum(within.filter(({ amount }) => amount < 0)),
      entries: within.length,
      createdAt: instant(),
    };
    held.statements.set(statement.id, statement);
    return created(context, `accounts/${account.id}/statements/${statement.id}`, statement);
  });
  app.get('/accounts/:accountId/statements/:statementId', (context) => {
    const { id } = found(context, bookOf(context).accounts, 'accountId', 'Account');
    const statement = found(context, bookOf(context).statements, 'statementId', 'Statement');
    return statement.accountId === id ? context.json(statement) : refuse(404, 'Statement not found');
  });
}

function categoryRoutes(app: Hono, bookOf: BookOf): void {
  app.get('/categories', (context) => context.json([...bookOf(context).categories.values()]));
  app.post('/categories', async (context) => {
    const { categories } = bookOf(context);
    const form = await formOf(context);
    const name = form.text('name', 40);
    const kind = form.oneOf('kind', ['INCOME', 'EXPENSE']);
    const color = form.optional('color', (field) => form.matching(field, /^#[0-9a-f]{6}$/));
    const isTaken = [...categories.values()].some((one) => one.name.toLowerCase() === name.toLowerCase());
    if (isTaken) refuse(409, `A category '${name}' exists already`);
    const made: Category = { id: randomUUID(), name, kind, ...(color !== undefined && { color }) };
    categories.set(made.id, made);
    return context.json(made, 201);
  });
}

function create(): Hono {
  const books = new Map(CUSTOMERS.map((customer) => [customer, newBook()]));
  const bookOf = (context: Context) =>
    books.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Full authentication is required');
  const app = new Hono().basePath('/ledger/v1');
  const errorOf = (context: Context, status: number, message: string) => {
    const error = REASONS[status] ?? 'Internal Server Error';
    return { timestamp: instant(), status, error, message, path: context.req.path };
  };
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    if (status === 401) context.header('www-authenticate', 'Bearer');
    return context.json(errorOf(context, status, status === 500 ? 'Unexpected error' : error.message), status);
  });
  app.notFound((context) => context.json(errorOf(context, 404, 'No such resource'), 404));
  app.use(async (context, next) => {
    bookOf(context);
    await next();
  });
  for (const addRoutes of [accountRoutes, statementRoutes, transferRoutes, scheduledRoutes, categoryRoutes])
    addRoutes(app, bookOf);
  return app;
}

export const ledger = referenceServer(import.meta.dirname, {
  name: 'ledger',
  style: 'Spring Boot: pages, UUIDs, Location, Idempotency-Key, two customers who do not see each other',
  document: 'openapi.yaml',
  personas: [
    { name: 'Anna', description: 'Customer: can use her own accounts.', authType: 'BEARER' },
    { name: 'Bruno', description: 'Another customer: has no access to the accounts of Anna.', authType: 'BEARER' },
    { name: 'Visitor', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: { AUTH_ANNA: '{"token":"cst_7Gk2mVq9"}', AUTH_BRUNO: '{"token":"cst_Xw4hTz81"}' },
  identities: {
    owner: { authorization: 'Bearer cst_7Gk2mVq9' },
    outsider: { authorization: 'Bearer cst_Xw4hTz81' },
  },
  create,
});
