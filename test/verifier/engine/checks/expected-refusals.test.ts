import { expect, test } from 'vitest';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { Plan, Step } from '#verifier/plan/plan.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import { create, ENV, list, NAME, plan, read, request, step, update, readUpdated } from '#test/things-plans.ts';
import { runInMemory, runOne } from '#test/run-in-memory.ts';

const outsider = {
  name: 'outsider',
  description: 'is refused everything',
  authType: 'BEARER',
  envVar: 'AUTH_OUTSIDER',
} as const;
const admin = { name: 'admin', description: 'may do all', authType: 'BEARER', envVar: 'AUTH_ADMIN' } as const;
const withOutsider = {
  env: { ...ENV, AUTH_OUTSIDER: '{"token":"tok-outsider-99"}' },
  bundle: { personas: [admin, outsider] },
};
const byId = { path: { id: { capture: 'id' } } };
const refused = (outcome: Step['expect']['outcome'], method: 'GET' | 'PUT' | 'DELETE', persona: string | null): Step =>
  step(
    'refused',
    request(method, '/things/{id}', {
      ...byId,
      ...(method === 'PUT' ? { body: { object: { size: { literal: 9 } } } } : {}),
    }),
    {
      persona,
      expect: { outcome, status: [404], responses: {} },
      assert: [{ op: 'status' }],
    },
  );
const check = read({
  id: 'check',
  effectOf: 'refused',
  assert: [{ op: 'equals', pointer: '/size', value: { sent: 'create', pointer: '/body/size' }, compare: 'exact' }],
});
const negative = (kind: Plan['kind'], steps: Step[]): Plan =>
  plan(kind, steps, { kind, personas: ['admin', 'outsider'] });
const fromOutsider = (r: { headers: Record<string, string> }): boolean =>
  r.headers['authorization'] === 'Bearer tok-outsider-99';
const asAdmin: Fault = (r, _next, api) => {
  if (r.headers['authorization'] === 'Bearer tok-admin-1234') return undefined;
  const id = Number(/^\/things\/(\d+)$/.exec(r.path)?.[1]);
  const thing = api.things.get(id);
  if (thing === undefined) return json(404, {});
  if (r.method === 'DELETE') api.things.delete(id);
  if (r.method === 'PUT') api.things.set(id, { ...thing, ...JSON.parse(r.body ?? '{}') });
  return json(200, thing);
};

const anonymous = negative('unauthenticated', [create(), refused('unauthenticated', 'GET', null)]);
const crossRead = negative('cross-persona', [create(), refused('cross-persona', 'GET', 'outsider'), check]);
const crossUpdate = negative('cross-persona', [create(), refused('cross-persona', 'PUT', 'outsider'), check]);
const crossDelete = negative('cross-persona', [
  create(),
  read(),
  refused('cross-persona', 'DELETE', 'outsider'),
  check,
]);

test.each([anonymous, crossRead, crossUpdate, crossDelete])('$name passes where the API refuses', async (one) => {
  expect(await runOne(one, thingsApi().handler, withOutsider)).toMatchObject({ status: 'pass' });
});

test.each([
  [anonymous, 'AUTHN_MISSING'],
  [crossRead, 'AUTHZ_OBJECT'],
  [crossUpdate, 'AUTHZ_OBJECT'],
  [negative('forbidden', [create(), refused('forbidden', 'GET', 'outsider')]), 'AUTHZ_FUNCTION'],
])('$name fails where everybody is let through', async (one, reasonCode) => {
  const journey = await runOne(one, thingsApi(asAdmin).handler, withOutsider);
  expect(journey).toMatchObject({ status: 'fail', verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode });
});

test.each([
  ['update', crossUpdate, 'PUT'],
  ['delete', crossDelete, 'DELETE'],
] as const)(
  'an %s of another identity that is refused in words only is found by the owner',
  async (_name, one, method) => {
    const lying: Fault = (r, next, api) => {
      if (!fromOutsider(r) || r.method !== method) return undefined;
      asAdmin(r, next, api);
      return json(403, { error: 'no' });
    };
    const journey = await runOne(one, thingsApi(lying).handler, withOutsider);
    expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'AUTHZ_OBJECT' });
    expect(journey.details).toContain(`${method} /things/{id}`);
  },
);

test('a delete of another identity that is answered and deletes nothing is told as such, and only where the spec says that it is refused', async () => {
  const silent: Fault = (r) => (fromOutsider(r) && r.method === 'DELETE' ? json(204, '') : undefined);
  const tried = (responses: Step['expect']['responses']): Plan => {
    const others = refused('cross-persona', 'DELETE', 'outsider');
    const probes: Step['probes'] = [{ kind: 'item', request: request('GET', '/things/{id}', byId), persona: 'admin' }];
    const steps = [create(), read(), { ...others, probes, expect: { ...others.expect, responses } }, check];
    return negative('cross-persona', steps);
  };
  expect(await runOne(tried({}), thingsApi(silent).handler, withOutsider)).toMatchObject({ status: 'pass' });
  const documented = await runOne(tried({ '404': { contentTypes: [] } }), thingsApi(silent).handler, withOutsider);
  expect(documented).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'AUTHZ_OBJECT' });
  expect(documented.details).toContain('the item is still there');
  const deleted = await runOne(tried({}), thingsApi(asAdmin).handler, withOutsider);
  expect(deleted.details).toContain('accepted a request from an identity other than the owner');
});

test.each([
  [anonymous, 401],
  [negative('forbidden', [create(), refused('forbidden', 'DELETE', 'outsider')]), 403],
  [crossRead, 403],
])('$name: what could not be made is not asked for, and its refusal is no pass', async (one, statusCode) => {
  const asked: string[] = [];
  const picky = thingsApi((r) => {
    if (r.method === 'POST') return json(422, { detail: 'no such name' });
    asked.push(r.path);
    return json(statusCode, {});
  });
  expect(await runOne(one, picky.handler, withOutsider)).toMatchObject({ status: 'skip', reasonCode: 'INPUT_REFUSED' });
  expect(asked).toEqual([]);
});

test('what is refused for who asks is not asked for by others', async () => {
  const asked: string[] = [];
  const closed = thingsApi((r) => {
    asked.push(r.path);
    return json(403, {});
  });
  expect(await runOne(anonymous, closed.handler, withOutsider)).toMatchObject({ reasonCode: 'PERSONA_FORBIDDEN' });
  // Whether any path is answered so, one that does not exist tells.
  expect(asked).toEqual(['/things', expect.stringMatching(/^\/no-such-/)]);
});

test.each([
  ['update', crossUpdate],
  ['delete', crossDelete],
])(
  'a write of the owner that is not stored is not blamed on the refused %s of another identity',
  async (_name, one) => {
    const lost = thingsApi((r, next, { things }) => {
      const answer = next();
      if (r.method === 'POST' && answer.status === 201) things.clear();
      return answer;
    });
    const altered = thingsApi((r, next, { things }) => {
      const answer = next();
      for (const [id, thing] of things) if (r.method === 'POST') things.set(id, { ...thing, name: 'other', size: 4 });
      return answer;
    });
    for (const { handler } of [lost, altered]) {
      const journey = await runOne(one, handler, withOutsider);
      expect(journey.verdict).toBe('FAIL_DECISIVE_PERSISTENCE');
      expect(journey.details).toContain('POST /things');
    }
  },
);

test('what an anonymous request created against the rules is taken away', async () => {
  const post = step('post', request('POST', '/things', { body: { object: { name: NAME } } }), {
    persona: null,
    expect: { outcome: 'unauthenticated', status: [401], responses: {} },
    captures: { id: { from: 'body', pointer: '/id' } },
  });
  const drop = { ...request('DELETE', '/things/{id}', byId), forStep: 'post', persona: 'admin' };
  const api = thingsApi((r, _next, { things }) => {
    if (r.method !== 'POST') return undefined;
    things.set(50, { id: 50, name: 'x', size: 1 });
    return json(201, { id: 50 });
  });
  const { journeys, residue } = await runInMemory([plan('anonymous', [post], { teardown: [drop] })], api.handler);
  expect(journeys[0]).toMatchObject({ reasonCode: 'AUTHN_MISSING' });
  expect([api.things.size, residue]).toEqual([0, []]);
});

test.each([
  ['{"error":{"name":"ConflictError","message":"task is already done"}}', 'STATE_CONFLICT'],
  ['{"error":{"name":"ConflictError","message":"parent does not exist"}}', 'STATE_CONFLICT'],
  ['{"title":"Conflict","detail":"name must be unique"}', 'INPUT_CONFLICT'],
  ['{"errors":{"size":["out of stock"]}}', 'INPUT_CONFLICT'],
  ['A thing with this name already exists', 'INPUT_CONFLICT'],
])('409 %s', async (body, reasonCode) => {
  const api = thingsApi((r) => (r.method === 'POST' ? { ...json(409, {}), body } : undefined));
  expect(await runOne(plan('c', [create(), read()]), api.handler)).toMatchObject({ reasonCode });
});

test('an identifier beyond 2^53 is carried to the digit', async () => {
  const id = '9007199254740993';
  const api = thingsApi((r, next, { things }) => {
    if (r.path === `/things/${id}`)
      return { ...next(), ...json(200, {}), body: `{"id":${id},"name":${JSON.stringify(things.get(1)?.name)}}` };
    return r.method === 'POST' ? { ...next(), body: next().body.replace(/"id":\d+/, `"id":${id}`) } : undefined;
  });
  const journey = await runOne(plan('big', [create(), read({ probes: [] })], { teardown: [] }), api.handler);
  expect(journey.details).toBeUndefined();
  expect(journey.status).toBe('pass');
});

test('a body that is nested without end does no harm', async () => {
  const api = thingsApi((r) =>
    r.path === '/things' && r.method === 'GET' ? { ...json(200, {}), body: '['.repeat(1_000_000) } : undefined,
  );
  expect(await runOne(plan('deep', [create(), list()]), api.handler)).toMatchObject({ reasonCode: 'MALFORMED_BODY' });
});

test('an item that the list shows with another field is judged by the field', async () => {
  const match = [
    { pointer: '/id', value: { capture: 'id' } },
    { pointer: '/name', value: { sent: 'create', pointer: '/body/name' } },
  ];
  const one = plan('create-list', [create(), list({ assert: [{ op: 'listContains', list: '/data', match }] })]);
  const change =
    (changed: object): Fault =>
    (r, next) => {
      if (r.path !== '/things' || r.method !== 'GET') return undefined;
      const body = JSON.parse(next().body) as { data: object[] };
      return json(200, { data: body.data.map((thing) => ({ ...thing, ...changed })) });
    };
  expect(await runOne(one, thingsApi(change({ name: 'other' })).handler)).toMatchObject({
    reasonCode: 'VALUE_NOT_STORED',
  });
  expect(await runOne(one, thingsApi(change({ id: 77 })).handler)).toMatchObject({ reasonCode: 'NOT_IN_LIST' });
});

test('a value that others share does not tell an item apart', async () => {
  const match = [
    { pointer: '/size', value: { sent: 'create', pointer: '/body/size' } },
    { pointer: '/id', value: { capture: 'id' } },
  ];
  const one = plan('create-list', [create(), list({ assert: [{ op: 'listContains', list: '/data', match }] })]);
  const api = thingsApi();
  for (let id = 100; id < 105; id += 1) api.things.set(id, { id, name: 'old', size: 3 });
  expect(await runOne(one, api.handler)).toMatchObject({ status: 'pass' });
});

test('unrelated random values never change a verdict', async () => {
  const one = plan('update-read', [create(), update(), readUpdated()]);
  for (let seed = 0; seed < 20; seed += 1) {
    const api = thingsApi((r) => (r.method === 'PUT' ? json(404, { error: `no route for PUT ${r.path}` }) : undefined));
    const journey = await runOne(one, api.handler, { random: seededRandom(seed), seed });
    expect(journey).toMatchObject({ reasonCode: 'ROUTE_NOT_SERVED' });
  }
});

const missingItem = step('missing', request('GET', '/others/{id}', { path: { id: { literal: 987654 } } }), {
  expect: { outcome: 'not-found', status: [404], responses: {} },
  assert: [{ op: 'status' }],
});

test('a refusal that a missing route would give just so is told as undecided, and passes', async () => {
  const journey = await runOne(plan('not-found', [missingItem], { kind: 'not-found' }), thingsApi().handler);
  expect([journey.status, journey.notes]).toEqual(['pass', [expect.stringContaining('the route may be missing')]]);
});

test('a refusal in words of its own, or on a path that another journey saw, is told without a note', async () => {
  const own = thingsApi((r) => (r.path.startsWith('/others/') ? json(404, { error: 'no such item' }) : undefined));
  expect((await runOne(plan('not-found', [missingItem]), own.handler)).notes).toBeUndefined();
  const others = thingsApi((r) => (r.path === '/others/1' ? json(200, { id: 1 }) : undefined));
  const seen = step('seen', request('GET', '/others/{id}', { path: { id: { literal: 1 } } }));
  const { journeys } = await runInMemory([plan('not-found', [missingItem]), plan('seen', [seen])], others.handler);
  expect(journeys.map(({ status, notes }) => [status, notes])).toEqual([
    ['pass', undefined],
    ['pass', undefined],
  ]);
});
