import { expect, test } from 'vitest';
import type { Step } from '#verifier/plan/plan.ts';
import { runInMemory, runOne } from '#test/run-in-memory.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import { create, list, plan, read, request, step } from '#test/things-plans.ts';

const renamed: Fault = (r, next) => {
  if (r.path !== '/things' || r.method !== 'GET') return undefined;
  return json(200, { items: (JSON.parse(next().body) as { data: unknown[] }).data });
};
const createList = plan('create-list', [create(), list()]);
/** The document does not require the wrapper. */
const OPEN = { Thing: { type: 'object' }, Things: { type: 'object', properties: { data: { type: 'array' } } } };

test.each([
  ['required', undefined, 'SCHEMA'],
  ['documented', { $defs: OPEN }, 'FIELD_MISSING'],
])(
  'a list under another name than the %s one breaks the contract: nothing is lost',
  async (_name, bundle, reasonCode) => {
    const journey = await runOne(createList, thingsApi(renamed).handler, bundle ? { bundle } : {});
    expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode });
  },
);

test('an empty list without its wrapper has lost the item', async () => {
  const empty: Fault = (r) => (r.path === '/things' && r.method === 'GET' ? json(200, {}) : undefined);
  const journey = await runOne(createList, thingsApi(empty).handler, { bundle: { $defs: OPEN } });
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'NOT_IN_LIST' });
});

const parts = (value: Parameters<typeof request>[2]): Step =>
  step('part', request('POST', '/things/{id}/parts', { path: { id: { capture: 'id' } }, ...value }));

test.each([
  [
    'the member that names a thing by its id',
    { thing: { capture: 'id' } },
    'INCONCLUSIVE_SETUP_REQUIRED',
    'STATE_CONFLICT',
  ],
  ['a value that was made up', { thing: { literal: 'x7' } }, 'INCONCLUSIVE_INPUT_CONSTRAINT', 'INPUT_CONFLICT'],
] as const)('a 409 that speaks of %s', async (_name, object, verdict, reasonCode) => {
  const closed: Fault = (r) => (r.path.endsWith('/parts') ? json(409, { error: 'the thing is closed' }) : undefined);
  const journey = await runOne(plan('part', [create(), parts({ body: { object } })]), thingsApi(closed).handler);
  expect(journey).toMatchObject({ verdict, reasonCode });
});

test('a refusal that carries a random id is still known as the one for a path that is not served', async () => {
  let seed = 1;
  const uuid = (): string => `${(seed += 7919).toString(16).padStart(8, '1')}-1111-4111-8111-${'1'.repeat(12)}`;
  const unserved: Fault = (r) =>
    r.path.startsWith('/things/') || !r.path.startsWith('/things')
      ? json(404, { error: 'not found', traceId: uuid() })
      : undefined;
  const { journeys } = await runInMemory([plan('read', [create(), read()])], thingsApi(unserved).handler);
  expect(journeys[0]).toMatchObject({ verdict: 'FAIL_DECISIVE_ROUTE_MISSING' });
});

const forbidden = json(403, { error: 'forbidden' });
test.each<[string, boolean, ReturnType<Fault>]>([
  ['gets the same 403', true, forbidden],
  ['gets 404', false, undefined],
  ['gets 429', false, json(429, { error: 'forbidden' })],
  ['gets another 403', false, json(403, { error: 'no such path' })],
])('403 to a create has a note on a missing route if a random path %s: %s', async (_name, isHiding, answer) => {
  const hiding: Fault = (r) => {
    if (!r.path.startsWith('/things')) return answer;
    return r.method === 'POST' && r.path === '/things' ? forbidden : undefined;
  };
  const journey = await runOne(createList, thingsApi(hiding).handler);
  expect(journey).toMatchObject({ verdict: 'INCONCLUSIVE_AUTH_REQUIRED', reasonCode: 'PERSONA_FORBIDDEN' });
  const note = 'a path that does not exist is answered 403 too: POST /things may be missing';
  expect((journey.notes ?? []).some((one) => one.includes(note))).toBe(isHiding);
});

test('nothing of an item is judged that two creates of the journey returned', async () => {
  const onlyOne: Fault = (r, _next, { things }) => {
    const [one] = things.values();
    if (r.method !== 'POST' || one === undefined) return undefined;
    things.set(one.id, { ...one, name: 'changed' });
    return json(201, { ...one, ...(JSON.parse(r.body ?? '{}') as object) });
  };
  const other = create({ id: 'other', captures: { otherId: { from: 'body', pointer: '/id' } }, assert: [] });
  const readOther = read({
    id: 'read-other',
    params: { path: { id: { capture: 'otherId' } }, query: {}, header: {} },
    assert: [],
  });
  const journey = await runOne(plan('two', [create(), other, readOther, read()]), thingsApi(onlyOne).handler);
  expect(journey).toMatchObject({ verdict: 'INCONCLUSIVE_SETUP_REQUIRED', reasonCode: 'ID_REUSED' });
});
