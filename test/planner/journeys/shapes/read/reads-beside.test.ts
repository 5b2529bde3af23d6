import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Routes, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const board = object({ id: integer, title: text }, ['id', 'title']);
const health = object({ status: { type: 'string', enum: ['ok', 'ill'] } }, ['status']);
const country = object({ code: text, name: text }, ['code', 'name']);
const found = object({ found: { type: 'array', items: board } }, ['found']);
const get = (responses: object, more: object = {}) => ({ get: { responses, ...more } });
const document = spec({
  '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
  '/boards/{id}': item(board),
  '/health': get(shows(health)),
  '/boards/current': get(shows(board)),
  '/boards/total': get(shows(object({ total: integer }, ['total']))),
  '/quota': get({ ...shows(object({ left: integer }, ['left'])), ...missing }),
  '/countries': get(shows({ type: 'array', items: country })),
  '/countries/{code}': { parameters: [param('code')], ...get({ ...shows(country), ...missing }) },
  '/ping': get({ '200': { description: 'anything' } }),
  '/boards/search': { post: { ...takes(object({ title: text, tag: text })), responses: shows(found) } },
  '/boards:lookup': { post: { ...takes(object({ tag: text })), responses: shows(found) } },
  '/nearby/boards': {
    post: {
      operationId: 'findNear',
      summary: 'Find boards near',
      ...takes(object({ tag: text })),
      responses: shows(found),
    },
  },
  // None of these is for everybody to call.
  '/nearby/users': {
    post: { summary: 'Find or create a user', ...takes(object({ tag: text })), responses: shows(found) },
  },
  '/answers': { post: { summary: 'Query the model', ...takes(object({ tag: text })), responses: shows(found) } },
  '/moves:lookup': { post: { ...takes(object({ tag: text }, ['tag'])), responses: shows(found) } },
  '/query': { post: { ...takes(object({ question: text })), responses: shows(found) } },
  '/users/sign-out': get(shows(health)),
  '/trash/empty': get(shows(health)),
  '/filter': { post: { ...takes(object({ tag: text })), responses: shows(object({ id: integer })) } },
  '/filter/{id}': { parameters: [param('id', integer)], delete: { responses: noBody } },
  '/searches': {
    post: { ...takes(object({ tag: text }, ['tag'])), responses: shows(object({ done: integer }), '201') },
  },
  '/cache/flush/all': get(shows(health)),
  '/export': get(shows(health)),
  '/db': get(shows(health), { operationId: 'resetDatabase' }),
  '/tasks': get(shows(health), { summary: 'Start all tasks' }),
  '/search': get(shows(health), { parameters: [{ name: 'q', in: 'query', required: true, schema: text }] }),
  '/avatar': get({ '200': { description: 'a picture', content: { 'image/png': {} } } }),
  '/gone': get(noBody, { operationId: 'logoutAll' }),
});

const COUNTRIES = [{ code: 'at', name: 'Austria' }];
/** A server that does what the document says, but for what `change` does. */
const server =
  (change: (routes: Routes) => void = () => undefined): MakeServer =>
  () => {
    // What is not below an item comes first, as servers have it.
    const routes: Routes = {};
    routes['GET /health'] = () => ok({ status: 'ok' });
    routes['GET /boards/current'] = () => ok({ id: 1, title: 'mine' });
    routes['GET /boards/total'] = () => ok({ total: 0 });
    routes['POST /boards/search'] = ({ body }) =>
      Object.keys(body).length === 0 ? ok({ found: [] }) : { status: 400, body: { error: 'made up' } };
    routes['POST /boards:lookup'] = ({ body }) => ok({ found: [], tag: body['tag'] });
    routes['POST /nearby/boards'] = () => ok({ found: [] });
    routes['GET /quota'] = () => ok({ left: 3 });
    routes['GET /ping'] = () => ok('pong');
    routes['GET /countries'] = () => ok(COUNTRIES);
    routes['GET /countries/{code}'] = ({ params }) => {
      const found = COUNTRIES.find(({ code }) => code === params[0]);
      return found ? ok(found) : { status: 404, body: { error: 'no such country' } };
    };
    Object.assign(routes, store('/boards', {}).routes);
    delete routes['GET /boards'];
    change(routes);
    return routes;
  };
const answering = (key: string, told: Told) => server((routes) => (routes[key] = () => told));
const without = (...keys: string[]) => server((routes) => keys.forEach((key) => delete routes[key]));
const nameOf = (path: string, method = 'GET') => `${method} ${path} answers as documented`;

it('reads that need nothing of the run are called beside a thing that is made and shown, save what a GET is called that does something', async () => {
  const { bundle, dropped } = await plan(document);
  const plans = bundle.plans.filter(({ kind }) => kind === 'read-beside');
  const read = ['/boards/current', '/boards/total', '/countries', '/countries/{code}', '/health', '/ping', '/quota'];
  const searches = ['/boards/search', '/boards:lookup', '/nearby/boards'].map((path) => nameOf(path, 'POST'));
  expect(plans.map(({ name }) => name).sort()).toEqual([...read.map((path) => nameOf(path)), ...searches]);
  expect(plans.every(({ proof }) => proof.length > 0)).toBe(true);
  expect(dropped.filter(({ kind }) => kind === 'read-beside')).toEqual([]);
});

it('a read that another journey calls has none of its own', async () => {
  const listed = spec({
    '/boards': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') },
      ...get(shows({ type: 'array', items: board })),
    },
    '/boards/{id}': item(board),
  });
  const { bundle } = await plan(listed);
  expect(bundle.plans.filter(({ kind }) => kind === 'read-beside')).toEqual([]);
});

it('is called beside a thing that needs no id that is made up, where there is one', async () => {
  const loan = object({ id: integer, note: text }, ['id', 'note']);
  const { bundle } = await plan(
    spec({
      '/advances': {
        post: { ...takes(object({ copy_id: text, note: text }, ['copy_id', 'note'])), responses: shows(loan, '201') },
      },
      '/advances/{id}': item(loan),
      '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
      '/boards/{id}': item(board),
      '/health': get(shows(health)),
    }),
  );
  const [beside] = bundle.plans.filter(({ kind }) => kind === 'read-beside');
  expect(beside?.steps.map(({ path }) => path)).toContain('/boards');
});

it('without a thing that is made and shown there is no such journey', async () => {
  const { bundle } = await plan(spec({ '/health': get(shows(health)) }));
  expect(bundle.plans).toEqual([]);
});

it.each([
  ['as documented', server()],
  ['with nothing listed', answering('GET /countries', ok([]))],
  [
    'that says of a list that there is none',
    answering('GET /countries', { status: 404, body: { error: 'no countries set up' } }),
  ],
  ['that has none, as documented', without('GET /quota')],
  ['that has none yet, in the words of a missing route', without('GET /boards/current')],
  ['that answers nothing where there is none', answering('GET /boards/current', { status: 204 })],
  [
    'that makes nothing for it to show',
    answering('POST /boards', { status: 400, body: { error: 'no board for you' } }),
  ],
  ['that answers null where there is none', answering('GET /boards/current', ok(null))],
  ['that says of its own that there is none', answering('GET /health', { status: 404, body: { error: 'not set up' } })],
])('a server %s passes', async (_, sound) => {
  expect(failures(await verify(document, sound, 'read-beside'))).toEqual([]);
});

it('what is wrong with the read is told also where nothing is made for it to show, and a note says that nothing was', async () => {
  const ran = await verify(
    document,
    server((routes) => {
      routes['POST /boards'] = () => ({ status: 400, body: { error: 'no board for you' } });
      routes['GET /health'] = () => ok({ status: 'fine' });
    }),
    'read-beside',
  );
  expect(decisive(ran)).toEqual([`FAIL_DECISIVE_CONTRACT SCHEMA: ${nameOf('/health')}`]);
  expect(ran.journeys.find(({ name }) => name === nameOf('/quota'))?.notes?.join()).toContain('no item was created');
});

it.each([
  ['/health', ok({}), 'CONTRACT SCHEMA'],
  ['/health', ok({ status: 'unheard' }), 'CONTRACT SCHEMA'],
  ['/health', { status: 202, body: { status: 'ok' } }, 'CONTRACT UNEXPECTED_STATUS'],
  ['/health', { status: 500, body: { error: 'oops' } }, 'CONTRACT SERVER_ERROR'],
  ['/ping', { status: 500, body: { error: 'oops' } }, 'CONTRACT SERVER_ERROR'],
  ['/countries/{code}', ok({ code: 'at' }), 'CONTRACT SCHEMA'],
])('GET %s that answers %j is %s', async (path, told, verdict) => {
  const result = await verify(document, answering(`GET ${path}`, told), 'read-beside');
  expect(decisive(result)).toEqual([`FAIL_DECISIVE_${verdict}: ${nameOf(path)}`]);
});

it.each([
  ['the item that it looks like', without('GET /boards/total')],
  ['no route', answering('GET /boards/total', { status: 404, body: { error: 'no such route' } })],
])('a missing route beside items is told by the answer for %s', async (_, faulty) => {
  expect(decisive(await verify(document, faulty, 'read-beside'))).toEqual([
    `FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${nameOf('/boards/total')}`,
  ]);
});

it('a search by POST is a read: its answer is judged, and a missing route told', async () => {
  const wrong = await verify(document, answering('POST /boards/search', ok({ found: [{ id: 'x' }] })), 'read-beside');
  expect(decisive(wrong)).toEqual([`FAIL_DECISIVE_CONTRACT SCHEMA: ${nameOf('/boards/search', 'POST')}`]);
  const missingRoute = await verify(document, without('POST /boards:lookup'), 'read-beside');
  expect(decisive(missingRoute)).toEqual([
    `FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${nameOf('/boards:lookup', 'POST')}`,
  ]);
});

it('a route that is not served is told, also where nothing can be created', async () => {
  const result = await verify(document, without('GET /health', 'POST /boards'), 'read-beside');
  expect(decisive(result)).toContain(`FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${nameOf('/health')}`);
});

it('what stands beside a list is read beside one of its things, so that there is something to show', async () => {
  const total = get(shows(object({ total: integer }, ['total'])));
  const { bundle } = await plan(
    spec({
      '/agents': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
      '/tasks': {
        post: { ...takes(object({ title: text }, ['title'])), responses: { '201': { description: 'made' } } },
        get: { responses: shows({ type: 'array', items: board }) },
      },
      '/tasks/total': total,
      '/total': total,
    }),
  );
  const made = bundle.plans.flatMap(({ kind, subject, steps }) =>
    kind === 'read-beside' ? [[subject, steps.find(({ method }) => method === 'POST')?.path]] : [],
  );
  expect(made).toEqual([
    ['GET /tasks/total', '/tasks'],
    ['GET /total', '/agents'],
  ]);
});

it('where no operation documents a 404, only what is there in every service is missed', async () => {
  const silent = { parameters: [param('id', integer)], ...get(shows(board)) };
  const quiet = spec({
    '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
    '/boards/{id}': silent,
    '/health': get(shows(health)),
    '/profile': get(shows(board)),
    '/metrics': get(shows({})),
    '/audits': get({ ...shows(health), '501': { description: 'not in this edition' } }),
  });
  const sound: MakeServer = () => {
    const { routes } = store('/boards', {});
    const metrics = { ...ok('up 1'), headers: { 'content-type': 'text/plain' } };
    const audits = { status: 501, body: { error: 'not in this edition' } };
    return {
      ...routes,
      'GET /health': () => ok({ status: 'ok' }),
      'GET /metrics': () => metrics,
      'GET /audits': () => audits,
    };
  };
  expect(failures(await verify(quiet, sound, 'read-beside'))).toEqual([]);
  const faulty: MakeServer = (clock) => ({
    ...sound(clock),
    'GET /health': () => ({ status: 404, body: { error: 'no such route' } }),
  });
  expect(decisive(await verify(quiet, faulty, 'read-beside'))).toEqual([
    `FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${nameOf('/health')}`,
  ]);
});
