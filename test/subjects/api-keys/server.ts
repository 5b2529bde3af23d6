import { randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';

type Key = {
  id: string;
  name: string;
  scopes: string[];
  prefix: string;
  created_at: string;
  expires_at: string | null;
};
type Entry = { id: number; cidr: string; comment: string | null };

const SCOPES = ['read', 'write', 'admin'];
const DAY_MS = 86_400_000;
const CIDR = /^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/;

/** As the framework whose document this is words its errors. */
const errorForm = (status: number, message: string) =>
  status === 422 ? { detail: [{ loc: ['body'], msg: message, type: 'value_error' }] } : { detail: message };

function create(): Hono {
  const keys: Key[] = [];
  const entries: Entry[] = [];
  let lastEntry = 0;
  const app = new Hono();
  answerErrors(app, errorForm);
  app.notFound((context) => context.json({ detail: 'Not Found' }, 404));
  app.use(async (context, next) => {
    const authorization = context.req.header('authorization');
    if (authorization === undefined) refuse(403, 'Not authenticated');
    if (authorization !== 'Bearer root-5f1d') refuse(401, 'Invalid token');
    await next();
  });
  const sent = async (context: Context) => checked(await bodyOf(context, 422), 422);
  const indexOf = (context: Context, found: { id: string | number }[]) => {
    const index = found.findIndex(({ id }) => String(id) === context.req.param('id'));
    return index < 0 ? refuse(404, 'Not Found') : index;
  };

  app.get('/keys', (context) => context.json(keys));
  app.post('/keys', async (context) => {
    const body = await sent(context);
    const scopes = body.has('scopes') ? body.texts('scopes') : ['read'];
    if (!scopes.every((scope) => SCOPES.includes(scope))) refuse(422, 'unknown scope');
    const days = body.has('expires_in_days') ? body.number('expires_in_days', 1, 365) : undefined;
    const secret = `sk_${randomBytes(16).toString('hex')}`;
    const key: Key = {
      id: randomUUID(),
      name: body.text('name', 50),
      scopes,
      prefix: secret.slice(0, 8),
      created_at: new Date().toISOString(),
      expires_at: days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
    };
    keys.push(key);
    return context.json({ key, secret }, 201);
  });
  app.patch('/keys/:id', async (context) => {
    const index = indexOf(context, keys);
    return context.json(Object.assign(keys[index] as Key, { name: (await sent(context)).text('name', 50) }));
  });
  app.delete('/keys/:id', (context) => {
    keys.splice(indexOf(context, keys), 1);
    return context.body(null, 204);
  });

  app.get('/allowlist', (context) => context.json({ count: entries.length, results: entries }));
  app.post('/allowlist', async (context) => {
    const body = await sent(context);
    const entry: Entry = {
      id: (lastEntry += 1),
      cidr: body.matching('cidr', CIDR),
      comment: body.has('comment') ? body.text('comment', 100) : null,
    };
    entries.push(entry);
    return context.json(entry, 201);
  });
  app.delete('/allowlist/:id', (context) => {
    entries.splice(indexOf(context, entries), 1);
    return context.body(null, 204);
  });
  return app;
}

export const apiKeys = referenceServer(import.meta.dirname, {
  name: 'api-keys',
  style: 'items shown by lists only, a secret told once, a generated 3.1 document',
  document: 'openapi.json',
  personas: [{ name: 'Root', description: 'Manages the keys.', authType: 'BEARER' }],
  env: { AUTH_ROOT: '{"token":"root-5f1d"}' },
  identities: { owner: { authorization: 'Bearer root-5f1d' }, outsider: { authorization: 'Bearer guest' } },
  create,
});
