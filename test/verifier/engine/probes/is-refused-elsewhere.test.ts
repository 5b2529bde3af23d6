import { expect, test } from 'vitest';
import type { Json, Plan, RequestTemplate, Step } from '#verifier/plan/plan.ts';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import { json } from '#test/things-api.ts';
import { plan, request, step } from '#test/things-plans.ts';
import { runInMemory } from '#test/run-in-memory.ts';

const ANN = { 'x-api-key': 'ak_7Gh20sKq81xz' };
const PERSONA = {
  bundle: {
    personas: [{ name: 'admin', description: 'may do all', authType: 'HEADER' as const, envVar: 'AUTH_ADMIN' }],
  },
  env: { AUTH_ADMIN: JSON.stringify({ headers: ANN }), APITEST_PARAM_ACCOUNT: 'AC1' },
};

const refused = (template: RequestTemplate): Plan =>
  plan(
    `refused ${template.method} ${template.path}`,
    [
      step('refused', template, {
        persona: null,
        madeUp: 'admin',
        expect: { outcome: 'unauthenticated' as const, status: [401], responses: {} },
        assert: [{ op: 'status' as const }],
      } satisfies Partial<Step>),
    ],
    { kind: 'unauthenticated', personas: [], inputs: { account: { envVar: 'APITEST_PARAM_ACCOUNT' } } as never },
  );

/** Who shows no key is refused everywhere; who shows one that nobody has is shown `shown` at one operation, where Ann is shown `own`. */
const opens = (at: string, own: Json, shown: Json, elsewhere: (path: string, isAnn: boolean) => number = () => 401) => {
  const handler: MemoryHandler = ({ method, url, headers }) => {
    const { pathname } = new URL(url);
    const key = headers['x-api-key'];
    const isAnn = key === ANN['x-api-key'];
    if (key === undefined) return json(401, {});
    if (`${method} ${pathname}` === at || (at.startsWith('PATCH') && pathname === '/me' && isAnn))
      return json(200, isAnn ? own : shown);
    const status = elsewhere(pathname, isAnn);
    return isAnn && status === 401 ? json(200, {}) : json(status, {});
  };
  return handler;
};

const list = refused(request('GET', '/things'));
const other = refused(request('GET', '/others'));

test.each<[string, Json, Json]>([
  ['a list', [1, 2], []],
  ['a list that another journey has emptied since', { data: [] }, { data: [1] }],
  ['a list in a wrapper', { data: [1], next: 'b' }, { data: [], next: null }],
  [
    'a list deeper inside',
    { page: { total: 1 }, _embedded: { things: [1] } },
    { page: { total: 0 }, _embedded: { things: [] } },
  ],
  ['a map', { t1: { id: 't1' } }, { t2: { id: 't2' } }],
  [
    'a map by keys that no thing says',
    { 'eb554cb2-db1c-486c-bd91-214857e63f82': { title: 'a' } },
    { '13e80131-0c80-4aac-9008-63492d2f3b7e': { title: 'b' } },
  ],
  ['a map without entries', {}, {}],
  ['a page with flags', { content: [1], empty: false, to: 1 }, { content: [], empty: true, to: null }],
])('what is let in here and refused elsewhere was taken for somebody: %s', async (_name, own, shown) => {
  const { journeys } = await runInMemory([list, other], opens('GET /things', own, shown), PERSONA);
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(['AUTHN_MISSING', undefined]);
});

test.each<[string, Json, Json]>([
  ['a word', { valid: true }, { valid: false }],
  ['a word beside a list', { valid: true, scopes: ['all'] }, { valid: false, scopes: [] }],
  ['a guest', { user: { name: 'Ann', roles: ['all'] } }, { user: { name: 'guest', roles: [] } }],
  ['an error', { t1: { id: 't1' } }, { error: { code: 'INVALID_KEY' } }],
  ['an error with a list', { things: [1] }, { errors: [{ code: 'INVALID_KEY' }] }],
  ['an error beside an empty list', { things: [1] }, { errors: 'bad key', things: [] }],
  ['a list of errors beside one', { things: [1], errors: [] }, { things: [], errors: [{ code: 'INVALID_KEY' }] }],
  ['another status', { status: 'OK', results: [1] }, { status: 'REQUEST_DENIED', results: [] }],
  ['another code', { code: 0, data: [1] }, { code: 40101, data: [] }],
  ['nobody', { account: 'ann', roles: ['all'] }, { account: null, roles: [] }],
  ['a user of some kind', { customer: { object: 'customer', name: 'Ann' } }, {}],
])('what says what the credentials are worth is a refusal: %s', async (_name, own, shown) => {
  const { journeys } = await runInMemory([list, other], opens('GET /things', own, shown), PERSONA);
  expect(journeys.map(({ status }) => status)).toEqual(['pass', 'pass']);
});

test('a page without entries is the same for everybody, however it is wrapped', async () => {
  const page = { page: { total: 0 }, _embedded: { things: [] } };
  const { journeys } = await runInMemory(
    [list, other],
    opens('GET /things', page, page, () => 200),
    PERSONA,
  );
  expect(journeys.map(({ status }) => status)).toEqual(['pass', 'pass']);
});

test.each(['GET', 'PUT', 'PATCH'] as const)("what everybody begins with is nobody else's: %s", async (method) => {
  const settings = { theme: 'light' };
  const body = { object: { theme: { literal: 'light' } } };
  const one = refused(request(method, '/settings', method === 'GET' ? {} : { body }));
  const { journeys } = await runInMemory(
    [one],
    ({ url, headers }) =>
      url.endsWith('/settings') ? json(headers['x-api-key'] ? 200 : 401, settings) : json(404, {}),
    PERSONA,
  );
  expect(journeys.map(({ status }) => status)).toEqual(['pass']);
});

test('what one persona is refused elsewhere says nothing of another', async () => {
  const guest = { name: 'guest', description: 'a guest', authType: 'BEARER' as const, envVar: 'AUTH_GUEST' };
  const asGuest = (one: Plan): Plan => ({
    ...one,
    journeyId: one.journeyId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    steps: one.steps.map((each) => ({ ...each, madeUp: 'guest' })),
  });
  const { journeys } = await runInMemory(
    [list, asGuest(other), asGuest(refused(request('GET', '/carts'))), other],
    ({ url, headers }) => {
      const { pathname } = new URL(url);
      const token = headers['authorization'];
      // Whoever shows a token is a guest with a cart of their own.
      if (token) return json(200, pathname === '/carts' ? { carts: token.endsWith('t0') ? [1] : [] } : {});
      const isAnn = headers['x-api-key'] === ANN['x-api-key'];
      return isAnn || (headers['x-api-key'] && pathname === '/things')
        ? json(200, { data: isAnn ? [1] : [] })
        : json(401, {});
    },
    {
      bundle: { personas: [...PERSONA.bundle.personas, guest] },
      env: { ...PERSONA.env, AUTH_GUEST: '{"token":"tok-9f8e7d6c5t0"}' },
      concurrency: 1,
    },
  );
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(['AUTHN_MISSING', undefined, undefined, undefined]);
});

const profile = { id: 'u1', name: 'Ann' };
test.each<[string, Json, string | undefined]>([
  ['the persona reads there', profile, 'AUTHN_MISSING'],
  ['a new user has', { id: 'u2', name: '' }, undefined],
  ['says nothing', {}, undefined],
])('a change that answers what %s', async (_name, shown, reasonCode) => {
  const patch = refused(request('PATCH', '/me', { body: { object: { name: { literal: 'Ann' } } } }));
  const { journeys } = await runInMemory([patch, other], opens('PATCH /me', profile, shown), PERSONA);
  expect(journeys[0]?.reasonCode).toBe(reasonCode);
});

test('a call by name is asked elsewhere as well, without what it names', async () => {
  const call = (path: string) =>
    refused({ ...request('POST', path, { body: { object: { id: { literal: 'x' } } } }), rpc: 'READ' });
  const { journeys } = await runInMemory(
    [call('/things.list'), call('/things.get')],
    opens('POST /things.list', { ok: true, things: [1] }, { ok: true, things: [] }),
    PERSONA,
  );
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(['AUTHN_MISSING', undefined]);
});

test('the account that the persona has part in stays in the path', async () => {
  const path = { path: { account: { input: 'account' } } };
  const { journeys } = await runInMemory(
    [
      refused(request('GET', '/accounts/{account}/things', path)),
      refused(request('GET', '/accounts/{account}/others', path)),
    ],
    opens('GET /accounts/AC1/things', [1], [], (at) => (at.startsWith('/accounts/AC1/') ? 401 : 403)),
    PERSONA,
  );
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(['AUTHN_MISSING', undefined]);
});
