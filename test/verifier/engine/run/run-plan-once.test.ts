import { expect, test } from 'vitest';
import { runPlanOnce } from '#verifier/engine/run/run-plan-once.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { thingsApi, json, type Fault, type ThingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, gone, list, plan, read, readUpdated, remove, update } from '#test/things-plans.ts';

const once = (one: Plan, api: ThingsApi, env: Record<string, string> = ENV) =>
  runPlanOnce(one, { bundle: bundle([one]), send: memorySend(api.handler), nonce: 'abcd1234', env });

const createRead = plan('create-read', [create(), read()]);
const createList = plan('create-list', [create(), list()]);
const updateRead = plan('update-read', [create(), read(), update(), readUpdated()]);
const deleteGone = plan('delete-gone', [create(), remove(), gone()]);

test.each([createRead, createList, updateRead, deleteGone])(
  '$name passes on a clean API and leaves nothing',
  async (one) => {
    const api = thingsApi();
    expect(await once(one, api)).toMatchObject({ status: 'pass' });
    expect(api.things.size).toBe(0);
  },
);

test('nothing is torn down where what is left behind is forgotten with the server', async () => {
  const api = thingsApi();
  const send = memorySend(api.handler);
  const options = { bundle: bundle([createRead]), send, nonce: 'abcd1234', env: ENV, tearsDown: false };
  expect(await runPlanOnce(createRead, options)).toMatchObject({ status: 'pass' });
  expect(api.things.size).toBe(1);
});

const faults: [string, Plan, Fault, string, string][] = [
  [
    'a write that is not stored',
    createRead,
    (r, next, api) => {
      if (r.method !== 'POST') return undefined;
      const answer = next();
      api.things.clear();
      return answer;
    },
    'FAIL_DECISIVE_PERSISTENCE',
    'ITEM_LOST',
  ],
  [
    'an item missing from the list',
    createList,
    (r) => (r.path === '/things' && r.method === 'GET' ? json(200, { data: [] }) : undefined),
    'FAIL_DECISIVE_PERSISTENCE',
    'NOT_IN_LIST',
  ],
  [
    'a delete that does nothing',
    deleteGone,
    (r) => (r.method === 'DELETE' ? { status: 204, headers: {}, body: '' } : undefined),
    'FAIL_DECISIVE_PERSISTENCE',
    'NOT_DELETED',
  ],
  [
    'an update that does nothing',
    updateRead,
    (r, _next, api) => (r.method === 'PUT' ? json(200, [...api.things.values()][0]) : undefined),
    'FAIL_DECISIVE_PERSISTENCE',
    'VALUE_NOT_STORED',
  ],
  [
    'a missing route',
    createRead,
    (r) =>
      r.path === '/things' && r.method === 'POST'
        ? json(404, { error: `no route for ${r.method} ${r.path}` })
        : undefined,
    'FAIL_DECISIVE_ROUTE_MISSING',
    'ROUTE_NOT_SERVED',
  ],
  [
    'a wrong type',
    createRead,
    (r, next) =>
      r.method === 'GET' && r.path !== '/things' ? json(200, { ...JSON.parse(next().body), size: '3' }) : undefined,
    'FAIL_DECISIVE_CONTRACT',
    'SCHEMA',
  ],
];

test.each(faults)('%s is found', async (_name, one, fault, verdict, reasonCode) => {
  expect(await once(one, thingsApi(fault))).toMatchObject({ status: 'fail', verdict, reasonCode });
});

test('a missing credential ends the journey before anything is sent', async () => {
  const api = thingsApi();
  expect(await once(createRead, api, {})).toMatchObject({ status: 'skip', reasonCode: 'CREDENTIAL_UNAVAILABLE' });
  expect(api.log).toEqual([]);
});

test.each([
  ['again where it may come right', undefined, 2],
  ['once where the server is at rest', () => true, 1],
])('what is wrong is read %s, and no random path is asked for after a success', async (_name, isAtRest, reads) => {
  const api = thingsApi((r) => (r.path === '/things' && r.method === 'GET' ? json(200, { data: [] }) : undefined));
  const options = { bundle: bundle([createList]), send: memorySend(api.handler), nonce: 'abcd1234', env: ENV };
  const { reasonCode } = await runPlanOnce(createList, { ...options, ...(isAtRest && { isAtRest }) });
  expect(reasonCode).toBe('NOT_IN_LIST');
  const asked = api.log.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  expect(asked.filter((one) => one === 'GET /things')).toHaveLength(reads);
  expect(asked.filter((one) => one.includes('no-such-'))).toEqual([]);
});
