import { planFeature } from '#planner/plan-feature.ts';
import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, type Routes, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const board = object({ id: integer, title: text }, ['id', 'title']);
const boards = shows({ type: 'array', items: board });
/** As frameworks document what they expose for every GET. */
const both = (responses: object) => ({ get: { responses }, head: { responses } });
const { get, delete: remove, parameters } = item(board);
const document = spec({
  '/boards': {
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') },
    ...both(boards),
  },
  '/boards/{id}': { parameters, get, delete: remove, head: { responses: { '200': { description: 'there' } } } },
  '/boards/{id}/size': { parameters: [param('id', integer)], ...both(shows(object({ bytes: integer }, ['bytes']))) },
  '/quota': both(shows(object({ left: integer }, ['left']))),
  '/restart': both(shows(board)),
});

const server =
  (change: (routes: Routes) => void = () => undefined): MakeServer =>
  () => {
    const { routes, on } = store('/boards', {});
    routes['GET /boards/{id}/size'] = on(() => ok({ bytes: 1 }));
    routes['GET /quota'] = () => ok({ left: 3 });
    for (const [key, act] of Object.entries(routes))
      if (key.startsWith('GET ')) routes[key.replace('GET', 'HEAD')] = (asked) => ({ status: act(asked).status });
    change(routes);
    return routes;
  };

it('HEAD is called as GET is, beside a thing and below it, and a sound server passes', async () => {
  const run = await verify(document, server());
  expect(failures(run)).toEqual([]);
  const called = run.journeys.flatMap(({ steps }) =>
    steps.map(({ method, path }) => `${method} ${path.replace(/\d+/, '')}`),
  );
  expect([...new Set(called)].filter((one) => one.startsWith('HEAD')).sort()).toEqual([
    'HEAD /boards',
    'HEAD /boards/',
    'HEAD /boards//size',
    'HEAD /quota',
  ]);
});

it('one that is not served, or fails, is told', async () => {
  const unserved = server((routes) => delete routes['HEAD /boards']);
  expect(decisive(await verify(document, unserved)).join()).toContain('HEAD /boards answers as documented');
  const failing = server((routes) => (routes['HEAD /boards/{id}/size'] = () => ({ status: 500 })));
  expect(decisive(await verify(document, failing)).join()).toContain('HEAD /boards/{id}/size');
});

it('without a body, a quota that nobody set is told like a missing route: no fault', async () => {
  const none = server((routes) => {
    routes['GET /quota'] = () => ({ status: 404, body: { error: 'no quota' } });
    routes['HEAD /quota'] = () => ({ status: 404, body: { error: 'no such route' } });
  });
  expect(failures(await verify(document, none))).toEqual([]);
});

it('and it is refused to others as GET is', async () => {
  const owner = { name: 'owner', description: 'may do everything', authType: 'BEARER' as const, envVar: 'AUTH_OWNER' };
  const { bundle } = await planFeature({ spec: { ...document, security: [{ bearer: [] }] }, personas: [owner] });
  expect(bundle.plans.map(({ name }) => name)).toContain('Without an identity, HEAD /boards is refused');
});
