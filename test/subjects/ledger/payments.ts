import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { refuse } from '../request.ts';
import { book, centsOf, created, formOf, found, instant, pageOf, today, uuid } from './store.ts';
import type { Book, BookOf, Payment, ScheduledPayment, Transfer } from './store.ts';

const FREQUENCIES = ['ONCE', 'WEEKLY', 'MONTHLY'];
const afterToday = (date: string) => (date > today() ? date : refuse(400, 'nextExecution: must be after today'));

/** Reads who pays whom; the accounts are looked at only when all of it has the right form. */
async function sentPayment(context: Context) {
  const form = await formOf(context);
  const payment: Payment = {
    fromAccountId: form.uuid('fromAccountId'),
    toAccountId: form.uuid('toAccountId'),
    amount: form.money('amount', 0.01, 1_000_000),
    reference: form.optional('reference', (field) => form.text(field, 140)),
    categoryId: form.optional('categoryId', form.uuid),
  };
  return { form, payment };
}

function partiesOf({ accounts, categories }: Book, { fromAccountId, toAccountId, categoryId }: Payment) {
  const from = accounts.get(fromAccountId) ?? refuse(422, 'fromAccountId: none of your accounts');
  const to = accounts.get(toAccountId) ?? refuse(422, 'toAccountId: none of your accounts');
  if (from === to) refuse(422, 'The accounts must differ');
  if (from.currency !== to.currency) refuse(422, 'The accounts must have the same currency');
  if (categoryId !== undefined && !categories.has(categoryId)) refuse(422, 'categoryId: none of your categories');
  return { from, to };
}

export function transferRoutes(app: Hono, bookOf: BookOf): void {
  app.post('/transfers', async (context) => {
    const held = bookOf(context);
    const key = uuid('Idempotency-Key', context.req.header('idempotency-key'));
    const { payment } = await sentPayment(context);
    const sent = JSON.stringify(payment);
    const before = held.keys.get(key);
    if (before && before.sent !== sent) refuse(409, 'The Idempotency-Key was used for another transfer');
    if (before) return created(context, `transfers/${before.transfer.id}`, before.transfer);
    const { from, to } = partiesOf(held, payment);
    if (from.cents < centsOf(payment.amount)) refuse(422, 'Insufficient funds');
    const transfer: Transfer = { id: randomUUID(), ...payment, currency: from.currency, createdAt: instant() };
    const { amount, reference, categoryId } = payment;
    const common = { transferId: transfer.id, reference, categoryId };
    book(held, from, { type: 'TRANSFER_OUT', amount: -amount, counterpartyAccountId: to.id, ...common });
    book(held, to, { type: 'TRANSFER_IN', amount, counterpartyAccountId: from.id, ...common });
    held.transfers.set(transfer.id, transfer);
    held.keys.set(key, { sent, transfer });
    return created(context, `transfers/${transfer.id}`, transfer);
  });
  app.get('/transfers/:transferId', (context) =>
    context.json(found(context, bookOf(context).transfers, 'transferId', 'Transfer')),
  );
}

export function scheduledRoutes(app: Hono, bookOf: BookOf): void {
  const payment = (context: Context) => found(context, bookOf(context).scheduled, 'paymentId', 'Scheduled payment');
  const active = (context: Context) => {
    const one = payment(context);
    return one.status === 'ACTIVE' ? one : refuse(409, 'The scheduled payment is cancelled');
  };
  app.get('/scheduled-payments', (context) => {
    const { status } = context.req.query();
    if (status !== undefined && !['ACTIVE', 'CANCELLED'].includes(status)) refuse(400, 'status: not known');
    const all = [...bookOf(context).scheduled.values()];
    const rows = all.filter((one) => status === undefined || one.status === status);
    return context.json(pageOf(context, rows, ['nextExecution', 'amount', 'createdAt']));
  });
  app.post('/scheduled-payments', async (context) => {
    const { form, payment } = await sentPayment(context);
    const frequency = form.oneOf('frequency', FREQUENCIES);
    const nextExecution = afterToday(form.date('nextExecution'));
    const { currency } = partiesOf(bookOf(context), payment).from;
    const createdAt = instant();
    const rest = { currency, frequency, nextExecution, status: 'ACTIVE' as const, createdAt, updatedAt: createdAt };
    const made: ScheduledPayment = { id: randomUUID(), ...payment, ...rest };
    bookOf(context).scheduled.set(made.id, made);
    return created(context, `scheduled-payments/${made.id}`, made);
  });
  app.get('/scheduled-payments/:paymentId', (context) => context.json(payment(context)));
  app.patch('/scheduled-payments/:paymentId', async (context) => {
    const one = payment(context);
    const form = await formOf(context);
    const changes = {
      amount: form.optional('amount', (field) => form.money(field, 0.01, 1_000_000)) ?? one.amount,
      frequency: form.optional('frequency', (field) => form.oneOf(field, FREQUENCIES)) ?? one.frequency,
      nextExecution: form.optional('nextExecution', (field) => afterToday(form.date(field))) ?? one.nextExecution,
      reference: form.isNull('reference')
        ? undefined
        : (form.optional('reference', (field) => form.text(field, 140)) ?? one.reference),
    };
    return context.json(Object.assign(active(context), changes, { updatedAt: instant() }));
  });
  app.post('/scheduled-payments/:paymentId/cancel', (context) => {
    const at = instant();
    return context.json(Object.assign(active(context), { status: 'CANCELLED', cancelledAt: at, updatedAt: at }));
  });
}
