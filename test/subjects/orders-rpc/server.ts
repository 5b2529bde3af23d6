import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';

type Line = { article: string; pieces: number };
type Order = { order_id: string; customer: string; note?: string; lines: Line[]; state: string };

const STATES = ['placed', 'cancelled', 'shipped'];

const linesOf = (sent: unknown): Line[] => {
  if (!Array.isArray(sent) || sent.length < 1 || sent.length > 20) return refuse(400, 'invalid_lines');
  return sent.map((one) => {
    const line = checked(one as Record<string, unknown>);
    return { article: line.text('article', 40), pieces: line.number('pieces', 1, 99) };
  });
};

function create(): Hono {
  const orders = new Map<string, Order>();
  let last = 5000;
  const app = new Hono().basePath('/rpc');
  answerErrors(app, (_, error) => ({ ok: false, error }));
  app.notFound((context) => context.json({ ok: false, error: 'unknown_method' }, 404));
  app.use(async (context, next) => {
    if (context.req.header('authorization') !== 'Bearer bot-77') refuse(401, 'not_authed');
    await next();
  });
  const called = async (context: Context) => {
    const sent = await bodyOf(context);
    return { sent, body: checked(sent), order: orders.get(String(sent.order_id)) ?? refuse(404, 'order_not_found') };
  };

  app.post('/orders.place', async (context) => {
    const sent = await bodyOf(context);
    const body = checked(sent);
    const order: Order = {
      order_id: `O${(last += 1)}`,
      customer: body.text('customer', 80),
      ...(body.has('note') && { note: body.text('note', 400, 0) }),
      lines: linesOf(sent.lines),
      state: 'placed',
    };
    orders.set(order.order_id, order);
    return context.json({ ok: true, order });
  });
  app.post('/orders.get', async (context) => context.json({ ok: true, order: (await called(context)).order }));
  app.post('/orders.list', async (context) => {
    const text = await context.req.text();
    const body = checked(text === '' ? {} : (JSON.parse(text) as Record<string, unknown>));
    const state = body.has('state') ? body.oneOf('state', STATES) : undefined;
    const customer = body.has('customer') ? body.text('customer', 80) : undefined;
    const found = [...orders.values()]
      .filter((one) => state === undefined || one.state === state)
      .filter((one) => customer === undefined || one.customer === customer);
    return context.json({ ok: true, orders: found });
  });
  app.post('/orders.annotate', async (context) => {
    const { order, body } = await called(context);
    order.note = body.text('note', 400, 0);
    return context.json({ ok: true, order });
  });
  app.post('/orders.cancel', async (context) => {
    const { order } = await called(context);
    if (order.state !== 'placed') refuse(409, `order_is_${order.state}`);
    order.state = 'cancelled';
    return context.json({ ok: true, order });
  });
  app.post('/orders.forget', async (context) => {
    orders.delete((await called(context)).order.order_id);
    return context.json({ ok: true });
  });
  return app;
}

export const ordersRpc = referenceServer(import.meta.dirname, {
  name: 'orders-rpc',
  style: 'RPC: every method by POST, ids in bodies',
  document: 'openapi.yaml',
  personas: [{ name: 'Bot', description: 'Can place and change orders.', authType: 'BEARER' }],
  env: { AUTH_BOT: '{"token":"bot-77"}' },
  identities: { owner: { authorization: 'Bearer bot-77' }, outsider: { authorization: 'Bearer bot-0' } },
  create,
});
