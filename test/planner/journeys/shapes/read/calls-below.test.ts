import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Routes, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const board = object({ id: integer, title: text }, ['id', 'title']);
const below = [param('id', integer)];
const ticket = object({ url: text, seconds: integer }, ['url', 'seconds']);
const document = spec({
  '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
  '/boards/{id}': { ...item(board), post: { summary: 'Start a board', responses: noBody } },
  '/boards/{id}/tickets': {
    parameters: below,
    post: { ...takes(object({ kind: text }, ['kind'])), responses: shows(ticket, '201') },
  },
  '/boards/{id}/stars': { parameters: below, post: { responses: noBody } },
  '/boards/{id}/summaries': { parameters: below, post: { responses: { ...shows(ticket, '200'), ...missing } } },
  ...Object.fromEntries(
    [
      'shake',
      'apply',
      'upsert',
      'invitations',
      'reset-password',
      'mute-and-print',
      'mute',
      'mark-as-read',
      'heartBeat',
    ].map((one) => [`/boards/{id}/${one}`, { parameters: below, post: { responses: noBody } }]),
  ),
  ...Object.fromEntries(
    ['batch-check', 'search/cards', 'get', 'query', 'ask', 'search-and-replace', 'check'].map((one) => [
      `/boards/{id}/${one}`,
      {
        parameters: below,
        post: { ...takes(object({ word: text }, ['word'])), responses: shows(ticket, one === 'check' ? '201' : '200') },
      },
    ]),
  ),
  '/boards/{id}/cards': { parameters: below, delete: { responses: noBody } },
  '/stars': { post: { responses: noBody } },
});

const server =
  (change: (routes: Routes) => void = () => undefined): MakeServer =>
  () => {
    const { on, routes } = store('/boards', {});
    const made = { url: '/upload', seconds: 60 };
    delete routes['GET /boards'];
    routes['POST /boards/{id}/tickets'] = on(() => ({ status: 201, body: made }));
    routes['POST /boards/{id}/summaries'] = on(() => ok(made));
    for (const one of ['batch-check', 'get', 'search/cards']) routes[`POST /boards/{id}/${one}`] = on(() => ok(made));
    for (const one of ['stars', 'mute', 'mark-as-read', 'heartBeat', 'upsert'])
      routes[`POST /boards/{id}/${one}`] = on(() => ({ status: 204 }));
    change(routes);
    return routes;
  };
const answering = (key: string, told: Told) => server((routes) => (routes[key] = () => told));
const nameOf = (key: string) => `${key} answers as documented for a board`;
const CALLED = [
  'batch-check',
  'get',
  'heartBeat',
  'mark-as-read',
  'mute',
  'search/cards',
  'stars',
  'summaries',
  'tickets',
  'upsert',
].map((one) => `POST /boards/{id}/${one}`);

it('what is added to a thing of the run, what concerns it alone, and what asks about it, is called, though nothing shows its outcome, save what leaves the service, takes away or does anything else', async () => {
  const { bundle } = await plan(document);
  const plans = bundle.plans.filter(({ kind }) => kind === 'call-below');
  expect(plans.map(({ name }) => name).sort()).toEqual(CALLED.map(nameOf));
  expect(plans.every(({ proof }) => proof.length > 0)).toBe(true);
  expect(bundle.plans.flatMap(({ steps }) => steps.map(({ path }) => path))).not.toContain('/stars');
});

it('a sound server passes, whatever it refuses and in whatever words', async () => {
  expect(failures(await verify(document, server()))).toEqual([]);
  const framework = { error: 'no such route' };
  for (const [key, status, body] of [
    ['POST /boards/{id}/tickets', 422, { error: 'no such kind' }],
    ['POST /boards/{id}/tickets', 404, framework],
    ['POST /boards/{id}/stars', 409, { error: 'it has one' }],
    ['POST /boards/{id}/stars', 404, { error: 'no star to give' }],
    ['POST /boards/{id}/summaries', 404, framework],
    ['POST /boards/{id}/heartBeat', 404, { error: 'nobody is at work on it' }],
    ['POST /boards/{id}/mute', 409, { error: 'it is muted' }],
    ['POST /boards/{id}/batch-check', 400, { error: 'no such word' }],
    ['POST /boards/{id}/batch-check', 404, framework],
  ] as const) {
    const result = await verify(document, answering(key, { status, body }), 'call-below');
    expect(failures(result)).toEqual([]);
    expect(result.journeys.flatMap(({ notes }) => notes).join()).toContain('ITEM_NOT_SHOWN');
  }
});

it.each([
  ['POST /boards/{id}/tickets', { status: 201, body: { url: '/upload' } }, 'CONTRACT SCHEMA'],
  ['POST /boards/{id}/tickets', ok({ url: '/upload', seconds: 60 }), 'CONTRACT UNEXPECTED_STATUS'],
  ['POST /boards/{id}/stars', { status: 500, body: { error: 'broken' } }, 'CONTRACT SERVER_ERROR'],
  ['POST /boards/{id}/batch-check', ok({ url: '/upload' }), 'CONTRACT SCHEMA'],
  ['POST /boards/{id}/mute', { status: 500, body: { error: 'broken' } }, 'CONTRACT SERVER_ERROR'],
  ['POST /boards/{id}/stars', { status: 405, body: { error: 'not allowed' } }, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
])('%s that answers %j is %s', async (key, told, verdict) => {
  expect(decisive(await verify(document, answering(key, told), 'call-below'))).toEqual([
    `FAIL_DECISIVE_${verdict}: ${nameOf(key)}`,
  ]);
});

it('a route that is not served is told from a call that is refused, where nothing is made up for it', async () => {
  const without = server((routes) => delete routes['POST /boards/{id}/stars']);
  expect(decisive(await verify(document, without, 'call-below'))).toEqual([
    `FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${nameOf('POST /boards/{id}/stars')}`,
  ]);
});

describe('where nothing shows a thing once it was made', () => {
  const sub = object({ id: integer, title: text }, ['id', 'title']);
  const subs = spec({
    '/subs': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(sub, '201') } },
    '/subs/{id}': { parameters: below, delete: { responses: noBody } },
  });
  const subServer =
    (removed?: Told): MakeServer =>
    () => {
      const { routes } = store('/subs', {});
      delete routes['GET /subs'];
      delete routes['GET /subs/{id}'];
      if (removed) routes['DELETE /subs/{id}'] = () => removed;
      return routes;
    };
  const name = 'DELETE /subs/{id} answers as documented for a sub';

  it('its delete is called for its contract alone, and leaves nothing behind', async () => {
    const result = await verify(subs, subServer());
    expect(result.journeys.map((journey) => journey.name)).toContain(name);
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
    expect(failures(await verify(subs, subServer({ status: 409, body: { error: 'still in use' } })))).toEqual([]);
  });

  it.each([
    [{ status: 500, body: { error: 'broken' } }, 'CONTRACT SERVER_ERROR'],
    [ok({ id: 1 }), 'CONTRACT UNEXPECTED_STATUS'],
    [{ status: 405 }, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
  ])('a delete that answers %j is %s', async (told, verdict) => {
    expect(decisive(await verify(subs, subServer(told)))).toEqual([`FAIL_DECISIVE_${verdict}: ${name}`]);
  });
});

it.each([
  ['nothing is called below a thing that its create may have found', 'title', []],
  ['what its create was sent a new name for was not there before', 'name', CALLED],
])('%s', async (_, member, called) => {
  const found = JSON.parse(JSON.stringify(document).replaceAll('title', member)) as typeof document & {
    paths: Record<'/boards', { post: { responses: Record<string, unknown> } }>;
  };
  const { responses } = found.paths['/boards'].post;
  responses['200'] = responses['201'];
  delete responses['201'];
  const calls = (await plan(found)).bundle.plans.filter(({ kind }) => kind === 'call-below');
  expect(calls.map(({ subject }) => subject).sort()).toEqual(called);
});

it('a part of the thing is written where it is read, though what is written proves nothing', async () => {
  const rules = object({ lines: { type: 'array', items: object({}) } });
  const ruled = structuredClone(document) as unknown as { paths: Record<string, object> };
  const there = { responses: { ...shows(rules), ...missing } };
  ruled.paths['/boards/{id}/rules'] = { parameters: below, get: there, put: { ...takes(rules), ...there } };
  const { plans } = (await plan(ruled)).bundle;
  const calls = plans.filter(({ kind }) => kind === 'call-below').map(({ subject }) => subject);
  expect(calls).toEqual(expect.arrayContaining([...CALLED, 'PUT /boards/{id}/rules']));
  expect(failures(await verify(ruled, answering('PUT /boards/{id}/rules', ok({})), 'call-below'))).toEqual([]);
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

it('what was made is updated, also where it is called like what leaves the service, unless the update says so itself', async () => {
  const message = object({ id: integer, text: text }, ['id', 'text']);
  const messages = (summary: string) =>
    spec({
      '/messages': { post: { ...takes(object({ text: text }, ['text'])), responses: shows(message, '201') } },
      '/messages/{id}': {
        ...item(message),
        patch: { summary, ...takes(object({ redaction: text })), responses: shows(message) },
      },
    });
  const updates = async (summary: string) => {
    const { bundle } = await plan(messages(summary));
    return bundle.plans.filter(({ kind }) => kind === 'call-below').map(({ subject }) => subject);
  };
  expect(await updates('Redact a message')).toEqual(['PATCH /messages/{id}']);
  expect(await updates('Send a message once more')).toEqual([]);
});

describe('a search in a collection that must be told what is sought', () => {
  const cards = { type: 'array', items: board };
  const asked = { ...takes(object({ word: text }, ['word'])), responses: shows(cards) };
  const boards = spec({
    '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
    '/boards/{id}': item(board),
    ...Object.fromEntries(
      ['search', 'find-by-word', 'find-or-create', 'query', 'merge'].map((one) => [`/boards/${one}`, { post: asked }]),
    ),
    '/search': { post: asked },
    '/boards/filter': { post: { ...asked, responses: shows(board, '201') } },
  });
  const answers =
    (found: Told): MakeServer =>
    () => {
      const { routes } = store('/boards', {});
      for (const one of ['search', 'find-by-word']) routes[`POST /boards/${one}`] = () => found;
      return routes;
    };
  const judged = async (found: Told) => (await verify(boards, answers(found), 'call-below')).journeys;

  it('is called beside a thing of the run, and nothing else is', async () => {
    const { bundle } = await plan(boards);
    const called = bundle.plans.filter(({ kind }) => kind === 'call-below').map(({ subject }) => subject);
    expect(called.toSorted()).toEqual(['POST /boards/find-by-word', 'POST /boards/search']);
  });

  it('is judged by its contract alone', async () => {
    for (const told of [ok([]), ok([{ id: 1, title: 'mine' }]), { status: 400, body: { error: 'no such word' } }])
      expect((await judged(told)).map(({ status }) => status)).toEqual(['pass', 'pass']);
    expect((await judged(ok([{ id: 'one' }]))).map(({ reasonCode }) => reasonCode)).toEqual(['SCHEMA', 'SCHEMA']);
    expect((await judged({ status: 500, body: {} })).map(({ reasonCode }) => reasonCode)).toEqual([
      'SERVER_ERROR',
      'SERVER_ERROR',
    ]);
  });
});

it('what is made in a thing at its own path is called: it says that it creates, and means nothing of the thing itself', async () => {
  const boards = document.paths['/boards' as never];
  const called = async (post: object) => {
    const { bundle } = await plan(spec({ '/boards': boards, '/boards/{id}': { ...item(board), post } }));
    return bundle.plans.flatMap(({ kind, subject }) => (kind === 'call-below' ? [subject] : []));
  };
  const made = { responses: { ...shows(board, '201'), ...missing } };
  expect(await called({ ...made, summary: 'Create a board in it' })).toEqual(['POST /boards/{id}']);
  expect(await called({ ...made, operationId: 'createBelow' })).toEqual(['POST /boards/{id}']);
  expect(await called({ ...made, summary: 'Generate a board from it' })).toEqual([]);
  expect(await called({ ...made, summary: 'Create a board', operationId: 'importBoard' })).toEqual([]);
});
