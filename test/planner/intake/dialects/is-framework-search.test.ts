import { planFeature } from '#planner/plan-feature.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { expect, it } from 'vitest';

import { failures } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';

const order = object({ id: integer, title: text }, ['id', 'title']);
const list = shows({ type: 'array', items: order });
const documentOf = (asked: string) => ({
  ...spec(
    {
      '/orders': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(order, '201') } },
      '/orders/{id}': { parameters: [param('id', integer)], get: { responses: { ...shows(order), ...missing } } },
      [`/orders/${asked}`]: { post: { ...takes(object({ filter: text }, ['filter'])), responses: list } },
    },
    { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  ),
  security: [{ bearer: [] }],
});
const personas = [{ name: 'Admin', description: 'May do everything.', authType: 'BEARER' as const }];
const planned = (asked: string) => planFeature({ spec: documentOf(asked), personas });

const told = (status: number, body: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function run(search: (isKnown: boolean) => ReturnType<typeof told>) {
  const { bundle } = await planned('search');
  const unauthenticated = bundle.plans.filter(({ kind }) => kind === 'unauthenticated');
  const send = memorySend(({ url, headers }) => {
    const isKnown = headers['authorization'] === 'Bearer admin';
    const { pathname } = new URL(url);
    if (pathname === '/orders/search') return search(isKnown);
    if (!isKnown) return told(401, { error: 'who is it' });
    return pathname.startsWith('/orders')
      ? told(201, { id: 7, title: 'Sample' })
      : told(404, { error: 'no such route' });
  });
  return runPlans({
    bundle,
    plans: unauthenticated.filter(({ subject }) => subject === 'POST /orders/search'),
    baseUrl: 'http://small.test',
    send,
    clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
    random: seededRandom(7),
    env: { AUTH_ADMIN: '{"token":"admin"}' },
    seed: 1,
  });
}

it('a search is tried without an identity: it makes nothing', async () => {
  const of = async (asked: string) =>
    (await planned(asked)).bundle.plans.filter(({ kind }) => kind === 'unauthenticated').map(({ subject }) => subject);
  expect(await of('search')).toContain('POST /orders/search');
  expect(await of('import')).not.toContain('POST /orders/import');
});

it.each([
  ['finds nothing', (isKnown: boolean) => (isKnown ? told(200, []) : told(401, { error: 'who is it' }))],
  [
    'says that there is none in the words of a missing route',
    (isKnown: boolean) => (isKnown ? told(404, { error: 'no such route' }) : told(401, { error: 'who is it' })),
  ],
  [
    'takes no such question',
    (isKnown: boolean) => (isKnown ? told(400, { error: 'filter' }) : told(401, { error: 'who is it' })),
  ],
])('a sound server that %s passes', async (_, search) => {
  const { journeys } = await run(search);
  expect(journeys.filter(({ status }) => status === 'fail')).toEqual([]);
});

it('a server that lets anybody search is told', async () => {
  expect(failures(await run(() => told(200, [{ id: 7, title: 'Sample' }]))).join()).toContain(
    'AUTHN_MISSING: Without an identity, POST /orders/search is refused',
  );
});
