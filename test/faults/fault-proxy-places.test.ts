import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caller } from './caller.ts';
import type { Call } from './caller.ts';
import { faultNamed } from '../../bench/detect/faults/faults.ts';
import { otherValue, shownSentFields } from '../../bench/detect/faults/fields.ts';
import { matchOperation, proxyOperations } from '../../bench/detect/proxy/operations.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import { listen } from '../subjects/listen.ts';

/** Shelves; labels that are made on a path of the same noun as their list; copies that are listed below a shelf and stand at a path of their own; scans, made by the shelf's own scanner too. */
function library(): Hono {
  const copies = new Map<number, { copy_id: number; title: string }>();
  const app = new Hono();
  app.post('/shelves', (context) => context.json({ id: 1 }, 201));
  app.post('/shelves/1/copies', async (context) => {
    const copy = { copy_id: copies.size + 1, ...((await context.req.json()) as { title: string }) };
    copies.set(copy.copy_id, copy);
    return context.json(copy, 201);
  });
  app.get('/shelves/1/copies', (context) => context.json([...copies.values()]));
  app.post('/label', (context) => context.json({ id: 'new' }, 201));
  app.get('/labels', (context) => context.json([{ id: 'new' }, { id: 'old' }]));
  app.get('/shelves/1/scans', (context) => context.json([{ id: 7 }]));
  app.get('/copies/:id', (context) => {
    const copy = copies.get(Number(context.req.param('id')));
    return copy ? context.json(copy) : context.json({ error: 'no copy' }, 404);
  });
  const tags = new Set<string>();
  app.post('/tags', async (context) => {
    tags.add(((await context.req.json()) as { name: string }).name);
    return context.json({}, 201);
  });
  app.get('/tags', (context) => context.json([...tags].map((name) => ({ name }))));
  app.get('/tags/:name', (context) => {
    const name = context.req.param('name');
    return tags.has(name) ? context.json({ name }) : context.json({ error: 'no tag' }, 404);
  });
  return app;
}

const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const shown = (properties: JsonObject) => content({ type: 'object', properties });
const copy = { copy_id: { type: 'integer' }, title: { type: 'string' } };
const listed = (properties: JsonObject) => content({ type: 'array', items: { type: 'object', properties } });
const spec = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/shelves': { post: { responses: { 201: shown({ id: { type: 'integer' } }) } } },
    '/shelves/{shelf_id}': { get: { responses: { 200: shown({ id: { type: 'integer' } }) } } },
    '/shelves/{shelf_id}/copies': {
      post: { requestBody: shown({ title: copy.title }), responses: { 201: shown(copy) } },
      get: { responses: { 200: listed(copy) } },
    },
    '/copies/{copy_id}': { get: { responses: { 200: shown(copy) } } },
    '/label': { post: { responses: { 201: shown({ id: { type: 'string' } }) } } },
    '/label/{id}': { get: { responses: { 200: shown({ id: { type: 'string' } }) } } },
    '/labels': { get: { responses: { 200: listed({ id: { type: 'string' } }) } } },
    '/tags': {
      post: { requestBody: shown({ name: { type: 'string' } }), responses: { 201: shown({}) } },
      get: { responses: { 200: listed({ name: { type: 'string' } }) } },
    },
    '/tags/{name}': { get: { responses: { 200: shown({ name: { type: 'string' } }) } } },
    '/shelves/{shelf_id}/scans': {
      post: { responses: { 202: { description: 'later' } } },
      get: { responses: { 200: listed({ id: { type: 'integer' } }) } },
    },
  },
};

let target: Awaited<ReturnType<typeof listen>>;
beforeEach(async () => void (target = await listen(library())));
afterEach(() => target.close());

async function planted(fault: string, operation: string, show: (api: Call) => Promise<void>): Promise<void> {
  const proxy = await startFaultProxy({ target: target.url, spec, planted: { fault: faultNamed(fault), operation } });
  await show(caller(proxy.url)).finally(() => proxy.close());
  expect(proxy.errors()).toEqual([]);
}

test('an item that stands elsewhere than its list is lost at both places', () =>
  planted('write not stored', 'POST /shelves/{shelf_id}/copies', async (api) => {
    expect((await api('POST', '/shelves/1/copies', { title: 'Emma' })).json).toEqual({ copy_id: 1, title: 'Emma' });
    expect((await api('GET', '/copies/1')).status).toBe(404);
    expect((await api('GET', '/shelves/1/copies')).json).toEqual([]);
  }));

test('an item that stands elsewhere is known in its list', () =>
  planted('item missing from the list', 'GET /shelves/{shelf_id}/copies', async (api) => {
    await api('POST', '/shelves/1/copies', { title: 'Emma' });
    expect((await api('GET', '/shelves/1/copies')).json).toEqual([]);
  }));

test('an item that is listed elsewhere than it is made is lost there, too', () =>
  planted('write not stored', 'POST /label', async (api) => {
    await api('POST', '/label');
    expect((await api('GET', '/labels')).json).toEqual([{ id: 'old' }]);
  }));

test('what a create tells nothing of is known by the name that was sent for it', () =>
  planted('write not stored', 'POST /tags', async (api) => {
    expect((await api('POST', '/tags', { name: 'new' })).json).toEqual({});
    expect((await api('GET', '/tags/new')).status).toBe(404);
    expect((await api('GET', '/tags')).json).toEqual([]);
  }));

test('whatever is below a thing that was made through the proxy was made by its callers', () =>
  planted('item twice in the list', 'GET /shelves/{shelf_id}/scans', async (api) => {
    expect((await api('GET', '/shelves/1/scans')).json).toEqual([{ id: 7 }]);
    await api('POST', '/shelves');
    expect((await api('GET', '/shelves/1/scans')).json).toEqual([{ id: 7 }, { id: 7 }]);
  }));

test.each([
  ['203.0.113.7', { type: 'string' }, '203.0.113.8'],
  ['BLT-00417', { type: 'string', pattern: '^[A-Z]{3}-[0-9]{5}$' }, 'BLT-00418'],
  ['BLT', { type: 'string', pattern: '^[A-Z]{3}$' }, undefined],
  ['a@example.com', { type: 'string', format: 'email' }, undefined],
])('another value for %s is one that its schema takes', (value, schema, other) => {
  expect(otherValue(schema, value)).toBe(other);
});

test('a DELETE of some items, shown just as all of them are, is a write to a whole collection', () => {
  const some = { responses: { 200: shown({ stubs: { type: 'array', items: { type: 'object', properties: copy } } }) } };
  const gone = { responses: { 204: { description: 'gone' } } };
  const [one] = [{ responses: { 200: shown(copy) } }];
  const roles = proxyOperations({
    openapi: '3.1.0',
    paths: {
      '/stubs': { get: some, post: one },
      '/stubs/{id}': { get: one, delete: gone },
      '/stubs/unmatched': { get: some, delete: gone },
      '/stubs/default': { get: one, delete: gone },
    },
  }).map(({ key, role }) => `${key} ${role}`);
  const deletes = roles.filter((role) => role.startsWith('DELETE'));
  expect(deletes).toEqual([
    'DELETE /stubs/{id} delete',
    'DELETE /stubs/unmatched other',
    'DELETE /stubs/default delete',
  ]);
});

test('an operation at a path with a closing slash is also met without it, where nothing else is there', () => {
  const get = { responses: { 200: shown(copy) } };
  const operations = (paths: string[]) =>
    proxyOperations({ openapi: '3.1.0', paths: Object.fromEntries(paths.map((path) => [path, { get }])) });
  const at = (paths: string[], path: string) => matchOperation(operations(paths), 'GET', path)?.operation.template;
  expect(at(['/api/'], '/api')).toBe('/api/');
  expect(at(['/api/', '/api'], '/api')).toBe('/api');
  expect(at(['/'], '')).toBeUndefined();
});

test('what the path tells is no field whose loss or change can be seen', () => {
  const thing = {
    type: 'object',
    properties: { shelf: { type: 'string' }, title: { type: 'string' } },
  } satisfies JsonObject;
  const content = { 'application/json': { schema: thing } };
  const operations = proxyOperations({
    openapi: '3.0.3',
    paths: {
      '/shelves/{shelf}/copies': { post: { requestBody: { content }, responses: { '201': { content } } } },
      '/shelves/{shelf}/copies/{copy}': { get: { responses: { '200': { content } } } },
    },
  });
  const [create] = operations;
  expect(create && shownSentFields(create, operations)).toEqual(['title']);
});
