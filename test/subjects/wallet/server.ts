import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Method = { id: string; created: number; kind: string; label?: string } & Record<string, unknown>;
type Payment = {
  id: string;
  payment_method: string;
  amount: number;
  currency: string;
  statement?: string;
  metadata?: Record<string, string>;
  refunded: number;
};

const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;
const OWNER = `Basic ${Buffer.from('sk_wallet_1:').toString('base64')}`;

/** What is kept of a way to pay: of a card only the last four digits. */
function methodFields(sent: Body): { kind: string; label?: string } & Record<string, unknown> {
  const body = checked(sent, 422);
  const label = body.has('label') ? { label: body.text('label', 40) } : {};
  const kind = body.oneOf('kind', ['card', 'bank_account', 'voucher']);
  if (kind === 'bank_account')
    return { kind, ...label, iban: body.matching('iban', /^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$/) };
  if (kind === 'voucher') return { kind, ...label, code: body.text('code', 12, 6) };
  const number = body.matching('number', /^[0-9]{12,19}$/);
  const expiry = body.matching('expiry', /^20[0-9]{2}-(0[1-9]|1[0-2])$/);
  return { kind, ...label, expiry, last4: number.slice(-4) };
}

function metadataOf(sent: unknown): Record<string, string> {
  const entries = Object.entries((sent ?? {}) as Body);
  return entries.every(([, value]) => typeof value === 'string')
    ? (Object.fromEntries(entries) as Record<string, string>)
    : refuse(422, 'metadata holds texts');
}

function create(): Hono {
  const methods = new Map<string, Method>();
  const payments = new Map<string, Payment>();
  const paid = new Map<string, Payment>();
  const app = new Hono().basePath('/v2');
  const TYPES: Record<number, string> = { 401: 'authentication', 404: 'unknown', 422: 'invalid' };
  answerErrors(app, (status, message) => ({ error: { type: TYPES[status] ?? 'api', message } }));
  app.use(async (context, next) => {
    if (context.req.header('authorization') !== OWNER) refuse(401, 'No such API key');
    await next();
  });
  const method = (context: Context) =>
    methods.get(context.req.param('id') ?? '') ?? refuse(404, 'No such payment method');
  const payment = (context: Context) => payments.get(context.req.param('id') ?? '') ?? refuse(404, 'No such payment');

  app.post('/payment-methods', async (context) => {
    const fields = methodFields(await bodyOf(context, 422));
    const made: Method = { id: newId('pm'), created: Math.floor(Date.now() / 1000), ...fields };
    methods.set(made.id, made);
    return context.json(made, 201);
  });
  app.get('/payment-methods', (context) => {
    const limit = queryNumber(context, 'limit', 10, 1, 100);
    const { kind, starting_after: after } = context.req.query();
    const all = [...methods.values()].toReversed().filter((one) => kind === undefined || one.kind === kind);
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && start === 0) refuse(422, 'starting_after is no payment method');
    const data = all.slice(start, start + limit);
    return context.json({ object: 'list', data, has_more: start + limit < all.length });
  });
  app.get('/payment-methods/:id', (context) => context.json(method(context)));
  app.patch('/payment-methods/:id', async (context) => {
    const found = method(context);
    found.label = checked(await bodyOf(context, 422), 422).text('label', 40);
    return context.json(found);
  });
  app.delete('/payment-methods/:id', (context) => {
    const { id } = method(context);
    methods.delete(id);
    return context.json({ id, deleted: true });
  });

  app.post('/payments', async (context) => {
    const key = context.req.header('idempotency-key') ?? refuse(422, 'Idempotency-Key is needed');
    const before = paid.get(key);
    if (before !== undefined) return context.json(before, 201);
    const sent = await bodyOf(context, 422);
    const body = checked(sent, 422);
    const payment_method = body.text('payment_method', 40);
    if (!methods.has(payment_method)) refuse(422, 'payment_method is unknown');
    const made: Payment = {
      id: newId('pay'),
      payment_method,
      amount: body.number('amount', 1, 1_000_000),
      currency: body.oneOf('currency', ['eur', 'usd', 'gbp']),
      ...(body.has('statement') && { statement: body.matching('statement', /^[A-Za-z0-9 ]{0,22}$/) }),
      ...(body.has('metadata') && { metadata: metadataOf(sent.metadata) }),
      refunded: 0,
    };
    payments.set(made.id, made);
    paid.set(key, made);
    return context.json(made, 201);
  });
  app.get('/payments/:id', (context) => context.json(payment(context)));
  app.post('/payments/:id/refunds', async (context) => {
    const found = payment(context);
    const body = checked(await bodyOf(context, 422), 422);
    const amount = body.number('amount', 1, 1_000_000);
    if (found.refunded + amount > found.amount) refuse(422, 'amount is more than was paid');
    const reason = body.has('reason') ? body.oneOf('reason', ['duplicate', 'requested']) : null;
    found.refunded += amount;
    return context.json({ id: newId('re'), payment: found.id, amount, reason }, 201);
  });
  return app;
}

export const wallet = referenceServer(import.meta.dirname, {
  name: 'wallet',
  style: 'discriminated unions, idempotency keys, starting_after, refunds, server variables',
  document: 'openapi.yaml',
  personas: [{ name: 'Merchant', description: 'Can save ways to pay and pay with them.', authType: 'BASIC' }],
  env: { AUTH_MERCHANT: '{"username":"sk_wallet_1","password":""}' },
  identities: { owner: { authorization: OWNER }, outsider: { authorization: 'Basic c2tfbm9uZTo=' } },
  create,
});
