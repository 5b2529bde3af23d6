import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const board = object({ id: integer, title: text }, ['id', 'title']);
const each = object({ status: integer, body: {} }, ['status']);
const answers = object({ responses: { type: 'array', items: each } }, ['responses']);
const method = { type: 'string', enum: ['GET', 'POST', 'DELETE'] };
const listOf = (entry: object) => ({ type: 'array', items: entry });
const asked = object({ requests: listOf(object({ method, path: text }, ['path'])) }, ['requests']);

const documentWith = (path: string, body: object = asked, shown: object = answers) =>
  spec({
    '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
    '/boards/{id}': item(board),
    '/health': { get: { responses: shows(object({ ok: { type: 'boolean' } }, ['ok'])) } },
    [path]: { post: { ...takes(body as Record<string, unknown>), responses: shows(shown as Record<string, unknown>) } },
  });
const document = documentWith('/batch');

const server =
  (batch?: (requests: unknown) => Told): MakeServer =>
  () => ({
    'GET /health': () => ok({ ok: true }),
    ...(batch && { 'POST /batch': ({ body }) => batch(body['requests']) }),
    ...store('/boards', {}).routes,
  });
const sound = (requests: unknown): Told =>
  ok({ responses: (requests as object[]).map((one) => ({ status: 'path' in one ? 200 : 400, body: { ok: true } })) });
const subjects = async (from: object) =>
  (await plan(from)).bundle.plans.flatMap(({ kind, subject }) => (kind === 'read-beside' ? [subject] : []));

it('a batch of requests is asked for one read that everybody may have', async () => {
  const { bundle } = await plan(document);
  const [batch] = bundle.plans.filter(({ subject }) => subject === 'POST /batch');
  expect(batch?.steps.find(({ path }) => path === '/batch')?.body?.value).toEqual({
    literal: { requests: [{ method: 'GET', path: '/health' }] },
  });
});

it('a path that documents HEAD only is not put into a batch as GET', async () => {
  const { '/health': _health, ...others } = (document as { paths: Record<string, object> }).paths;
  const headOnly = { head: { responses: { '200': { description: 'It is there.' } } } };
  expect(await subjects({ ...document, paths: { '/alive': headOnly, ...others } })).toEqual(['HEAD /alive']);
});

it.each([
  ['is called otherwise: its requests may be what is to be answered from now on', documentWith('/stubs')],
  [
    'wants something more of a request',
    documentWith(
      '/batch',
      object({ requests: listOf(object({ method, path: text, delay: integer }, ['path', 'delay'])) }, ['requests']),
    ),
  ],
  [
    'wants something beside the requests',
    documentWith(
      '/batch',
      object({ requests: listOf(object({ method, path: text })), mode: text }, ['requests', 'mode']),
    ),
  ],
  [
    'knows no method that only reads',
    documentWith(
      '/batch',
      object({ requests: listOf(object({ method: { ...method, enum: ['POST'] }, path: text })) }, ['requests']),
    ),
  ],
  [
    'takes things, not requests',
    documentWith('/batch', object({ boards: listOf(object({ title: text })) }, ['boards'])),
  ],
  [
    'answers with certain things: only requests about those may be answered so',
    documentWith('/batch', asked, object({ responses: listOf(object({ status: integer, body: board }, ['status'])) })),
  ],
  [
    'answers with one of certain things',
    documentWith(
      '/batch',
      asked,
      object({ responses: listOf(object({ status: integer, body: { oneOf: [board, object({ error: text })] } })) }),
    ),
  ],
  ['does not answer each request', documentWith('/batch', asked, object({ accepted: integer }, ['accepted']))],
])('what %s is not called', async (_, other) => {
  expect(await subjects(other)).toEqual(['GET /health']);
});

it('each of a batch of Microsoft style has an id', async () => {
  const entry = object({ id: text, method: text, url: text, body: {} }, ['id', 'method', 'url']);
  const { bundle } = await plan(documentWith('/$batch', object({ requests: listOf(entry) }, ['requests'])));
  const [batch] = bundle.plans.filter(({ subject }) => subject === 'POST /$batch');
  expect(batch?.steps.find(({ path }) => path === '/$batch')?.body?.value).toEqual({
    literal: { requests: [{ id: '1', method: 'GET', url: '/health' }] },
  });
});

it.each([
  ['as documented', sound],
  ['that answers none of the requests', () => ok({ responses: [{ status: 404 }] })],
  ['that refuses such a request', () => ({ status: 400, body: { error: 'only below /v1' } })],
  ['that refuses what it understands', () => ({ status: 422, body: { error: 'use POST' } })],
  ['that has no batches switched on', () => ({ status: 403, body: { error: 'not in your plan' } })],
  ['that has too many of them', () => ({ status: 429, body: { error: 'later' } })],
] as [string, (requests: unknown) => Told][])('a server %s is not accused', async (_, batch) => {
  expect(decisive(await verify(document, server(batch), 'read-beside'))).toEqual([]);
});

it('a sound batch passes', async () => {
  expect(failures(await verify(document, server(sound), 'read-beside'))).toEqual([]);
});

it.each([
  ['is not there', undefined, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
  ['breaks its schema', () => ok({ responses: [{ body: {} }] }), 'CONTRACT SCHEMA'],
  ['crashes', () => ({ status: 500, body: { error: 'oops' } }), 'CONTRACT SERVER_ERROR'],
] as [string, ((requests: unknown) => Told) | undefined, string][])(
  'a batch that %s is told',
  async (_, batch, verdict) => {
    expect(decisive(await verify(document, server(batch), 'read-beside'))).toEqual([
      `FAIL_DECISIVE_${verdict}: POST /batch answers as documented`,
    ]);
  },
);
