import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, checked, queryNumber, refuse } from '../request.ts';
import { HTTPException } from 'hono/http-exception';

type Movement = { id: string; delta: number; reference?: string; at: string };
type Item = {
  id: string;
  sku: string;
  name: string;
  location: string;
  reorder_level: number | null;
  quantity: number;
  version: number;
};

const FIELDS = ['sku', 'name', 'location', 'reorder_level'];

async function sentItem(context: Context) {
  const sent = await bodyOf(context);
  const surplus = Object.keys(sent).find((name) => !FIELDS.includes(name));
  if (surplus !== undefined) refuse(400, `${surplus} is not a field of an item`);
  const body = checked(sent);
  return {
    sku: body.matching('sku', /^[A-Z]{3}-[0-9]{4,6}$/),
    name: body.text('name', 100),
    location: body.matching('location', /^[A-F][0-9]{2}$/),
    reorder_level: body.has('reorder_level') ? body.number('reorder_level', 0, 1e9) : null,
  };
}

function create(): Hono {
  const items: Item[] = [];
  const movements = new Map<string, Movement[]>();
  const app = new Hono();
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    const problem = { type: 'about:blank', title: status === 500 ? 'Internal error' : error.message, status };
    return context.body(JSON.stringify(problem), status, { 'content-type': 'application/problem+json' });
  });
  const item = (context: Context) =>
    items.find(({ id }) => id === context.req.param('id')) ?? refuse(404, 'There is no such item');
  const matched = (context: Context) => {
    const found = item(context);
    const ifMatch = context.req.header('if-match') ?? refuse(428, 'If-Match is needed');
    return ifMatch === `"${found.version}"` ? found : refuse(412, 'The item has changed');
  };
  const answer = (context: Context, shown: Item, status: 200 | 201 = 200) =>
    context.json(shown, status, {
      etag: `"${shown.version}"`,
      ...(status === 201 && { location: `/items/${shown.id}` }),
    });

  app.post('/items', async (context) => {
    const sent = await sentItem(context);
    if (items.some(({ sku }) => sku === sent.sku)) refuse(409, `sku ${sent.sku} exists`);
    const made = { id: randomUUID(), ...sent, quantity: 0, version: 1 };
    items.push(made);
    return answer(context, made, 201);
  });
  app.get('/items', (context) => {
    const page = queryNumber(context, 'page', 0, 0, 1e6);
    const size = queryNumber(context, 'page_size', 50, 1, 200);
    const location = context.req.query('location');
    const found = items.filter((one) => location === undefined || one.location === location);
    return context.json(found.slice(page * size, (page + 1) * size), 200, { 'x-total-count': String(found.length) });
  });
  app.get('/items/:id', (context) => answer(context, item(context)));
  app.put('/items/:id', async (context) => {
    const found = matched(context);
    const sent = await sentItem(context);
    if (items.some((other) => other.sku === sent.sku && other !== found)) refuse(409, `sku ${sent.sku} exists`);
    return answer(context, Object.assign(found, sent, { version: found.version + 1 }));
  });
  app.delete('/items/:id', (context) => {
    items.splice(items.indexOf(matched(context)), 1);
    return context.body(null, 204);
  });
  app.post('/items/:id/movements', async (context) => {
    const found = item(context);
    const body = checked(await bodyOf(context));
    const delta = body.number('delta', -1000, 1000);
    if (found.quantity + delta < 0) refuse(409, 'There are not so many pieces');
    const reference = body.has('reference') ? { reference: body.text('reference', 40) } : {};
    const made = { id: randomUUID(), delta, ...reference, at: new Date().toISOString() };
    movements.set(found.id, [...(movements.get(found.id) ?? []), made]);
    Object.assign(found, { quantity: found.quantity + delta, version: found.version + 1 });
    return context.json(made, 201);
  });
  app.get('/items/:id/movements', (context) => context.json(movements.get(item(context).id) ?? []));
  return app;
}

export const inventory = referenceServer(import.meta.dirname, {
  name: 'inventory',
  style: 'optimistic locking (ETag, If-Match), unique codes, pages from 0',
  document: 'openapi.yaml',
  create,
});
