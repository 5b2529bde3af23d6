import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Routes, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const board = object({ id: integer, title: text }, ['id', 'title']);
const move = object({ number: integer, by: text }, ['number', 'by']);
const below = [param('id', integer)];
const document = spec({
  '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
  '/boards/{id}': item(board),
  '/boards/{id}/summary': {
    parameters: below,
    get: {
      responses: { ...shows(object({ moves: integer }, ['moves'])), ...missing, '409': { description: 'not now' } },
    },
  },
  '/boards/{id}/moves': { parameters: below, get: { responses: shows({ type: 'array', items: move }) } },
  '/boards/{id}/moves/{number}': {
    parameters: [...below, param('number', integer)],
    get: { responses: { ...shows(move), ...missing } },
  },
  '/boards/{id}/reset': { parameters: below, get: { responses: shows(board) } },
});

/** A server that shows two moves of each board, but for what `change` does. */
const server =
  (change: (routes: Routes) => void = () => undefined): MakeServer =>
  () => {
    const { on, routes } = store('/boards', {});
    delete routes['GET /boards'];
    const moves = [1, 2].map((number) => ({ number, by: 'white' }));
    routes['GET /boards/{id}/summary'] = on(() => ok({ moves: 2 }));
    routes['GET /boards/{id}/moves'] = on(() => ok(moves));
    routes['GET /boards/{id}/moves/{number}'] = ({ params }) => {
      const found = moves.find(({ number }) => String(number) === params[1]);
      return found ? ok(found) : { status: 404, body: { error: 'no such move' } };
    };
    change(routes);
    return routes;
  };
const answering = (key: string, told: Told) => server((routes) => (routes[key] = () => told));
const NAMES = ['moves', 'moves/{number}', 'summary'].map(
  (part) => `GET /boards/{id}/${part} answers as documented for a board`,
);

it('what stands below an item is read, save what a GET is called that does something', async () => {
  const { bundle } = await plan(document);
  const plans = bundle.plans.filter(({ kind }) => kind === 'read-below');
  expect(plans.map(({ name }) => name).sort()).toEqual(NAMES);
  expect(plans.every(({ proof }) => proof.length > 0)).toBe(true);
});

it('a sound server passes, also where there is nothing to show yet', async () => {
  expect(failures(await verify(document, server()))).toEqual([]);
  expect(failures(await verify(document, answering('GET /boards/{id}/moves', ok([]))))).toEqual([]);
  for (const told of [
    { status: 404, body: { error: 'no summary of this board' } },
    { status: 409, body: { error: 'not finished' } },
  ]) {
    const result = await verify(document, answering('GET /boards/{id}/summary', told), 'read-below');
    expect(failures(result)).toEqual([]);
    expect(result.journeys.flatMap(({ notes }) => notes)).toContain('read-summary: ITEM_NOT_SHOWN');
  }
});

it.each([
  ['GET /boards/{id}/summary', ok({}), 'CONTRACT SCHEMA', NAMES[2]],
  ['GET /boards/{id}/summary', ok({ moves: null }), 'CONTRACT SCHEMA', NAMES[2]],
  ['GET /boards/{id}/summary', { status: 202, body: { moves: 1 } }, 'CONTRACT UNEXPECTED_STATUS', NAMES[2]],
  ['GET /boards/{id}/moves', ok([{ number: 1 }]), 'CONTRACT SCHEMA', NAMES[0]],
  ['GET /boards/{id}/moves/{number}', ok({ by: 'white' }), 'CONTRACT SCHEMA', NAMES[1]],
])('%s that answers %j is %s', async (key, told, verdict, name) => {
  expect(decisive(await verify(document, answering(key, told), 'read-below'))).toEqual([
    `FAIL_DECISIVE_${verdict}: ${name}`,
  ]);
});

it('a route that is not served is told from a thing that is not there', async () => {
  const result = await verify(
    document,
    server((routes) => delete routes['GET /boards/{id}/summary']),
  );
  expect(decisive(result)).toEqual([`FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${NAMES[2]}`]);
});

it('and where the server says both alike, nothing is claimed', async () => {
  const same = server((routes) => {
    delete routes['GET /boards/{id}/summary'];
    const get = routes['GET /boards/{id}'];
    routes['GET /boards/{id}'] = (asked) => {
      const told = get?.(asked) as Told;
      return told.status === 404 ? { status: 404, body: { error: 'no such route' } } : told;
    };
  });
  expect(decisive(await verify(document, same, 'read-below'))).toEqual([]);
});

it('an answer that is one of several things is judged like any other', async () => {
  const count = { anyOf: [object({ count: integer }, ['count']), object({ groups: integer }, ['groups'])] };
  const counted = spec({
    '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
    '/boards/{id}': item(board),
    '/boards/{id}/count': { parameters: below, get: { responses: shows(count) } },
  });
  const counting = (told: Told) => server((routes) => (routes['GET /boards/{id}/count'] = () => told));
  expect(failures(await verify(counted, counting(ok({ groups: 1 })), 'read-below'))).toEqual([]);
  expect(decisive(await verify(counted, counting(ok({})), 'read-below'))).toEqual([
    'FAIL_DECISIVE_CONTRACT SCHEMA: GET /boards/{id}/count answers as documented for a board',
  ]);
});

it('a part is read also where what writes it proves nothing', async () => {
  const rules = object({ lines: { type: 'array', items: object({}) } });
  const ruled = structuredClone(document) as unknown as { paths: Record<string, object> };
  const told = { responses: { ...shows(rules), ...missing } };
  ruled.paths['/boards/{id}/rules'] = { parameters: below, get: told, put: { ...takes(rules), ...told } };
  const { plans } = (await plan(ruled)).bundle;
  expect(plans.flatMap(({ kind, subject }) => (kind === 'read-below' ? [subject] : []))).toContain(
    'GET /boards/{id}/rules',
  );
});
