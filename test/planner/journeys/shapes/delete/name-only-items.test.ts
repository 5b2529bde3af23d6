import { expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { integer, noBody, object, param, pins, shows, spec, text } from '#test/small-spec.ts';
import { decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const queue = object({ name: text }, ['name']);

/** A queue is nothing but its name, chosen in the path; only the list shows it. */
const queues = spec({
  '/queues': { get: { responses: shows({ type: 'array', items: queue }) } },
  '/queues/{queue}': {
    parameters: [param('queue', text)],
    put: { responses: shows(queue, '201') },
    delete: { responses: noBody },
  },
});

function server(isDeleted: boolean): () => Routes {
  return () => {
    const names = new Set<string>();
    return {
      'GET /queues': () => ({ status: 200, body: [...names].map((name) => ({ name })) }),
      'PUT /queues/:queue': ({ params: [name = ''] }) => {
        names.add(name);
        return { status: 201, body: { name } };
      },
      'DELETE /queues/:queue': ({ params: [name = ''] }) => {
        if (isDeleted) names.delete(name);
        return { status: 204 };
      },
    };
  };
}

it('a thing that is nothing but a chosen name is gone from the list once it was deleted', async () => {
  const sound = await verifyServer(queues, server(true), { kinds: ['delete-gone'] });
  expect(sound.journeys.map(({ name, status }) => [name, status])).toEqual([['A deleted queue is gone', 'pass']]);
  const faulty = await verifyServer(queues, server(false), { kinds: ['delete-gone'] });
  expect(decisive(faulty)).toEqual(['FAIL_DECISIVE_PERSISTENCE NOT_DELETED']);
});

it('an unknown thing is asked for only where something makes or lists such things', async () => {
  const usage = object({ name: text, hits: integer }, ['name', 'hits']);
  const read = { parameters: [param('name')], get: { responses: { ...shows(usage), '404': { description: 'none' } } } };
  const kindsOf = async (paths: object) =>
    (await planFeature({ spec: spec({ ...pins, ...paths }), personas: [] })).bundle.plans.map(({ kind }) => kind);
  expect(await kindsOf({ '/usage/{name}': read })).not.toContain('not-found');
  const list = { get: { responses: shows({ type: 'array', items: usage }) } };
  expect(await kindsOf({ '/usage': list, '/usage/{name}': read })).toContain('not-found');
});
