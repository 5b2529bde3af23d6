import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Address = { street: string; city: string; postalCode: string };
type Customer = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  address?: Address;
  createdAt: string;
};
type Line = { sku: string; quantity: number; unitPriceCents: number };
type Order = {
  id: string;
  customerId: string;
  lines: Line[];
  giftMessage?: string;
  status: 'open' | 'paid' | 'shipped' | 'cancelled';
  totalCents: number;
  payment?: { method: string; reference?: string };
  createdAt: string;
};

/** As a document database makes them. */
const newId = () => randomBytes(12).toString('hex');
const now = () => new Date().toISOString();

const addressOf = (sent: unknown): Address => {
  const body = checked((sent ?? {}) as Body);
  return {
    street: body.text('street', 200),
    city: body.text('city', 100),
    postalCode: body.text('postalCode', 20),
  };
};
const lineOf = (sent: unknown): Line => {
  const body = checked((sent ?? {}) as Body);
  return {
    sku: body.text('sku', 100),
    quantity: body.number('quantity', 1, 1e6),
    unitPriceCents: body.number('unitPriceCents', 0, 1e9),
  };
};

function create(): Hono {
  const customers = new Map<string, Customer>();
  const orders = new Map<string, Order>();
  const app = new Hono();
  answerErrors(app, (statusCode, message) => ({ statusCode, message }));
  app.notFound((context) =>
    context.json(
      { statusCode: 404, message: `Cannot ${context.req.method} ${context.req.path}`, error: 'Not Found' },
      404,
    ),
  );
  const customer = (context: Context) => customers.get(context.req.param('id') ?? '') ?? refuse(404, 'Not found');
  const order = (context: Context) => orders.get(context.req.param('id') ?? '') ?? refuse(404, 'Not found');

  app.post('/customers', async (context) => {
    const sent = await bodyOf(context);
    const body = checked(sent);
    const email = body.matching('email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/);
    if ([...customers.values()].some((one) => one.email === email)) refuse(409, 'email is in use');
    const made: Customer = {
      id: newId(),
      email,
      firstName: body.text('firstName', 100),
      lastName: body.text('lastName', 100),
      ...(body.has('address') && { address: addressOf(sent.address) }),
      createdAt: now(),
    };
    customers.set(made.id, made);
    return context.json(made, 201);
  });
  app.get('/customers', (context) => {
    const { email } = context.req.query();
    return context.json([...customers.values()].filter((one) => email === undefined || one.email === email));
  });
  app.get('/customers/:id', (context) => context.json(customer(context)));
  app.delete('/customers/:id', (context) => {
    customers.delete(customer(context).id);
    return context.body(null, 200);
  });

  app.post('/orders', async (context) => {
    const sent = await bodyOf(context);
    const body = checked(sent);
    const customerId = body.text('customerId', 40);
    if (!customers.has(customerId)) refuse(400, 'customerId must be the id of a customer');
    if (!Array.isArray(sent.lines) || sent.lines.length === 0) refuse(400, 'lines must contain at least 1 elements');
    const lines = (sent.lines as unknown[]).map(lineOf);
    const made: Order = {
      id: newId(),
      customerId,
      lines,
      ...(body.has('giftMessage') && { giftMessage: body.text('giftMessage', 140) }),
      status: 'open',
      totalCents: lines.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0),
      createdAt: now(),
    };
    orders.set(made.id, made);
    return context.json(made, 201);
  });
  app.get('/orders', (context) => {
    const { status, customerId, sortBy = 'createdAt', order: direction = 'desc' } = context.req.query();
    const key = (one: Order) => (sortBy === 'totalCents' ? one.totalCents : Date.parse(one.createdAt));
    const found = [...orders.values()]
      .filter((one) => status === undefined || one.status === status)
      .filter((one) => customerId === undefined || one.customerId === customerId)
      .toSorted((a, b) => (direction === 'asc' ? key(a) - key(b) : key(b) - key(a)));
    return context.json(found);
  });
  app.get('/orders/:id', (context) => context.json(order(context)));
  app.post('/orders/:id/pay', async (context) => {
    const found = order(context);
    const body = checked(await bodyOf(context));
    const payment = {
      method: body.oneOf('method', ['card', 'ideal', 'invoice']),
      ...(body.has('reference') && { reference: body.text('reference', 100) }),
    };
    if (found.status !== 'open') refuse(409, 'The order is not open');
    return context.json(Object.assign(found, { status: 'paid', payment }));
  });
  app.post('/orders/:id/ship', (context) => {
    const found = order(context);
    if (found.status !== 'paid') refuse(409, 'The order is not paid');
    found.status = 'shipped';
    return context.json(found);
  });
  app.post('/orders/:id/cancel', (context) => {
    const found = order(context);
    if (found.status === 'shipped') refuse(409, 'The order was shipped');
    found.status = 'cancelled';
    return context.json(found);
  });
  return app;
}

export const shop = referenceServer(import.meta.dirname, {
  name: 'shop',
  style: 'state machine (pay, ship, cancel), foreign keys, nested objects, nothing deletes orders',
  document: 'openapi.yaml',
  create,
});
