import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Routes, type Told, verify } from './small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from './small-spec.ts';
import { item, missing, ok, store } from './small-store.ts';

const board = object({ id: integer, title: text }, ['id', 'title']);
const below = [param('id', integer)];
const ticket = object({ url: text, seconds: integer }, ['url', 'seconds']);
const document = spec({
  '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
  '/boards/{id}': item(board),
  '/boards/{id}/tickets': {
    parameters: below,
    post: { ...takes(object({ kind: text }, ['kind'])), responses: shows(ticket, '201') },
  },
  '/boards/{id}/shake': { parameters: below, post: { responses: noBody } },
  '/boards/{id}/cover': { parameters: below, delete: { responses: noBody } },
  '/boards/{id}/invitations': { parameters: below, post: { responses: noBody } },
  '/boards/{id}/summary': { parameters: below, post: { responses: { ...shows(ticket, '200'), ...missing } } },
  '/shake': { post: { responses: noBody } },
});

const server =
  (change: (routes: Routes) => void = () => undefined): MakeServer =>
  () => {
    const { on, routes } = store('/boards', {});
    const made = { url: '/upload', seconds: 60 };
    delete routes['GET /boards'];
    routes['POST /boards/{id}/tickets'] = on(() => ({ status: 201, body: made }));
    routes['POST /boards/{id}/summary'] = on(() => ok(made));
    for (const key of ['POST /boards/{id}/shake', 'DELETE /boards/{id}/cover', 'POST /boards/{id}/invitations'])
      routes[key] = on(() => ({ status: 204 }));
    change(routes);
    return routes;
  };
const answering = (key: string, told: Told) => server((routes) => (routes[key] = () => told));
const nameOf = (key: string) => `What ${key} answers for a board is as documented`;
const CALLED = [
  'DELETE /boards/{id}/cover',
  ...['shake', 'summary', 'tickets'].map((one) => `POST /boards/{id}/${one}`),
];

it('what is done to a thing of the run is called, though nothing shows its outcome, save what leaves the service', async () => {
  const { bundle } = await plan(document);
  const plans = bundle.plans.filter(({ kind }) => kind === 'call-below');
  expect(plans.map(({ name }) => name).sort()).toEqual(CALLED.map(nameOf));
  expect(plans.every(({ proof }) => proof.length > 0)).toBe(true);
  expect(bundle.plans.flatMap(({ steps }) => steps.map(({ path }) => path))).not.toContain('/shake');
});

it('a sound server passes, whatever it refuses and in whatever words', async () => {
  expect(failures(await verify(document, server()))).toEqual([]);
  const framework = { error: 'no such route' };
  for (const [key, status, body] of [
    ['POST /boards/{id}/tickets', 422, { error: 'no such kind' }],
    ['POST /boards/{id}/tickets', 404, framework],
    ['POST /boards/{id}/shake', 409, { error: 'it is shaking' }],
    ['POST /boards/{id}/shake', 404, { error: 'nothing to shake' }],
    ['POST /boards/{id}/summary', 404, framework],
    ['DELETE /boards/{id}/cover', 404, framework],
  ] as const) {
    const result = await verify(document, answering(key, { status, body }), 'call-below');
    expect(failures(result)).toEqual([]);
    expect(result.journeys.flatMap(({ notes }) => notes).join()).toContain('ITEM_NOT_SHOWN');
  }
});

it.each([
  ['POST /boards/{id}/tickets', { status: 201, body: { url: '/upload' } }, 'CONTRACT SCHEMA'],
  ['POST /boards/{id}/tickets', ok({ url: '/upload', seconds: 60 }), 'CONTRACT UNEXPECTED_STATUS'],
  ['POST /boards/{id}/shake', { status: 500, body: { error: 'broken' } }, 'CONTRACT SERVER_ERROR'],
  ['POST /boards/{id}/shake', { status: 405, body: { error: 'not allowed' } }, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
])('%s that answers %j is %s', async (key, told, verdict) => {
  expect(decisive(await verify(document, answering(key, told), 'call-below'))).toEqual([
    `FAIL_DECISIVE_${verdict}: ${nameOf(key)}`,
  ]);
});

it('a route that is not served is told from a call that is refused, where nothing is made up for it', async () => {
  const without = server((routes) => delete routes['POST /boards/{id}/shake']);
  expect(decisive(await verify(document, without, 'call-below'))).toEqual([
    `FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${nameOf('POST /boards/{id}/shake')}`,
  ]);
});

it('an update keeps what the path knows the item by', async () => {
  const file = object({ path: text, size: integer }, ['path', 'size']);
  const files = spec({
    '/files/{path}': {
      parameters: [param('path', text)],
      get: { responses: { ...shows(file), ...missing } },
      put: { ...takes(object({ name: text })), responses: shows(file, '201') },
      patch: { ...takes(object({ path: text })), responses: shows(file) },
      delete: { responses: noBody },
    },
  });
  const { bundle } = await plan(files);
  const [move] = bundle.plans.filter(({ kind, subject }) => kind === 'call-below' && subject === 'PATCH /files/{path}');
  const [made] = move?.steps ?? [];
  expect(move?.steps.at(-1)?.body?.value).toEqual({ object: { path: { sent: made?.id, pointer: '/path/path' } } });
});
