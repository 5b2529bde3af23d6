import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '#verifier/plan/plan.ts';
import { caller } from './caller.ts';
import type { Answer, Call } from './caller.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { FAULTS, faultNamed } from '../../bench/detect/faults/faults.ts';
import { SCENARIOS } from '../../bench/detect/faults/scenarios.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import { proxyOperations } from '../../bench/detect/proxy/operations.ts';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import type { FaultProxyOptions, Scenario } from '../../bench/detect/proxy/fault-proxy.ts';

let target: Awaited<ReturnType<typeof startExampleTodo>>;
let spec: JsonObject;

beforeAll(async () => {
  target = await startExampleTodo();
  spec = (await (await fetch(`${target.url}/openapi.json`)).json()) as JsonObject;
});
afterAll(() => target.close());

const COLLECTION = { get: 'GET /todos', post: 'POST /todos' };
const ITEM = {
  get: 'GET /todos/{id}',
  put: 'PUT /todos/{id}',
  patch: 'PATCH /todos/{id}',
  delete: 'DELETE /todos/{id}',
};

/** Shown on APIs that have what they need. */
const ELSEWHERE = [
  'undocumented enum value',
  'action no-op',
  'child under wrong parent',
  'filter ignored',
  'page repeated',
  'last item of a full page lost',
];

/** What a plain client sees of each fault; `api` goes through the proxy, `direct` to the server itself. */
const SHOWN: { fault: string; operation: string; show: (api: Call, direct: Call) => Promise<void> }[] = [
  {
    fault: 'route missing',
    operation: ITEM.get,
    show: async (api) => {
      const id = await create(api);
      const missing = await api('GET', `/todos/${id}`);
      const nowhere = await api('GET', '/nothing/here');
      expect(missing.status).toBe(404);
      expect(JSON.stringify(missing.json).replace(`/todos/${id}`, '/nothing/here')).toBe(JSON.stringify(nowhere.json));
      expect((await api('PATCH', `/todos/${id}`, { desc: 'still served' })).status).toBe(204);
    },
  },
  {
    fault: 'method missing',
    operation: ITEM.patch,
    show: async (api) => {
      const id = await create(api);
      const refused = await api('PATCH', `/todos/${id}`, { desc: 'new' });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE']);
    },
  },
  {
    fault: 'required field dropped',
    operation: COLLECTION.get,
    show: async (api, direct) => {
      await create(direct);
      expect(last(await api('GET', '/todos'))).not.toHaveProperty('title');
      expect(last(await direct('GET', '/todos'))).toHaveProperty('title');
    },
  },
  {
    fault: 'optional field dropped',
    operation: COLLECTION.post,
    show: async (api) => {
      const created = await api('POST', '/todos', { title: 'milk', desc: 'two litres' });
      expect(created.json).toEqual({ id: expect.any(Number), title: 'milk' });
    },
  },
  {
    fault: 'wrong type',
    operation: ITEM.get,
    show: async (api) => expect((await api('GET', `/todos/${await create(api)}`)).json).toMatchObject({ title: 7 }),
  },
  {
    fault: 'wrong status',
    operation: ITEM.delete,
    show: async (api, direct) => {
      const id = await create(api);
      expect((await api('DELETE', `/todos/${id}`)).status).toBe(202);
      expect((await direct('GET', `/todos/${id}`)).status).toBe(404);
    },
  },
  {
    fault: 'server error',
    operation: COLLECTION.post,
    show: async (api) => expect((await api('POST', '/todos', { title: 'milk' })).status).toBe(500),
  },
  {
    fault: 'write not stored',
    operation: COLLECTION.post,
    show: async (api, direct) => {
      const created = await api('POST', '/todos', { title: 'milk' });
      expect(created).toMatchObject({ status: 200, json: { title: 'milk' } });
      expect((await api('GET', `/todos/${idOf(created)}`)).status).toBe(404);
      expect((await api('PATCH', `/todos/${idOf(created)}`, { title: 'bread' })).status).toBe(404);
      expect(ids(await api('GET', '/todos'))).not.toContain(idOf(created));
      expect(ids(await direct('GET', '/todos'))).toContain(idOf(created));
    },
  },
  {
    fault: 'write not stored',
    operation: ITEM.put,
    show: async (api) => {
      const id = await create(api);
      expect((await api('PUT', `/todos/${id}`, { title: 'bread' })).status).toBe(204);
      expect((await api('GET', `/todos/${id}`)).json).toMatchObject({ title: 'milk' });
      expect(last(await api('GET', '/todos'))).toMatchObject({ title: 'milk' });
    },
  },
  {
    fault: 'partial write',
    operation: COLLECTION.post,
    show: async (api, direct) => {
      const created = await api('POST', '/todos', { title: 'milk', desc: 'two litres' });
      expect(created.json).toMatchObject({ title: 'milk', desc: 'two litres' });
      expect((await direct('GET', `/todos/${idOf(created)}`)).json).toEqual({ id: idOf(created), title: 'milk' });
    },
  },
  {
    fault: 'value altered',
    operation: ITEM.patch,
    show: async (api, direct) => {
      const id = await create(api);
      await api('PATCH', `/todos/${id}`, { title: 'bread' });
      expect((await direct('GET', `/todos/${id}`)).json).toMatchObject({ title: 'breaz' });
    },
  },
  {
    fault: 'value altered',
    operation: ITEM.get,
    show: async (api) =>
      expect((await api('GET', `/todos/${await create(api)}`)).json).toMatchObject({ title: 'milz' }),
  },
  {
    fault: 'delete no-op',
    operation: ITEM.delete,
    show: async (api) => {
      const id = await create(api);
      expect((await api('DELETE', `/todos/${id}`)).status).toBe(204);
      expect((await api('GET', `/todos/${id}`)).status).toBe(200);
      expect(ids(await api('GET', '/todos'))).toContain(id);
    },
  },
  {
    fault: 'item missing from the list',
    operation: COLLECTION.get,
    show: async (api, direct) => {
      const id = await create(api);
      expect(ids(await api('GET', '/todos'))).not.toContain(id);
      expect(ids(await direct('GET', '/todos'))).toContain(id);
    },
  },
  {
    fault: 'stale read',
    operation: ITEM.get,
    show: async (api) => {
      const id = await create(api);
      await api('GET', `/todos/${id}`);
      await api('PATCH', `/todos/${id}`, { title: 'bread' });
      expect((await api('GET', `/todos/${id}`)).json).toMatchObject({ title: 'milk' });
    },
  },
  {
    fault: 'null where none is allowed',
    operation: ITEM.get,
    show: async (api) =>
      expect((await api('GET', `/todos/${await create(api)}`)).json).toMatchObject({ title: null, desc: 'two litres' }),
  },
  {
    fault: 'unknown item answered',
    operation: ITEM.get,
    show: async (api) => {
      await create(api);
      const { status, json } = await api('GET', '/todos/9999');
      expect([status, json]).toEqual([200, expect.objectContaining({ id: expect.any(Number) })]);
      expect((await api('GET', '/todos')).json).toContainEqual(json);
    },
  },
  {
    fault: 'item twice in the list',
    operation: COLLECTION.get,
    show: async (api) => {
      const id = await create(api);
      expect(ids(await api('GET', '/todos')).filter((one) => one === id)).toHaveLength(2);
    },
  },
];

test.each(SHOWN)('$fault at $operation shows as such and leaves the rest alone', async ({ fault, operation, show }) => {
  await through({ target: target.url, spec, planted: { fault: faultNamed(fault), operation } }, (api) =>
    show(api, caller(target.url)),
  );
});

describe('a write visible after 2 seconds', () => {
  test.each([
    {
      operation: COLLECTION.post,
      write: async (api: Call, _direct: Call) => ({ id: await create(api) }),
      before: { status: 404, listed: false },
      after: { status: 200, listed: true },
    },
    {
      operation: ITEM.delete,
      write: async (api: Call, direct: Call) => {
        const id = await create(direct);
        await api('DELETE', `/todos/${id}`);
        return { id };
      },
      before: { status: 200, listed: true },
      after: { status: 404, listed: false },
    },
  ])('$operation is late in the item and in the list, then comes right', async ({ write, before, after }) => {
    let now = 0;
    const planted = { scenario: scenarioNamed('write visible after 2 seconds') };
    await through({ target: target.url, spec, planted, now: () => now }, async (api) => {
      const { id } = await write(api, caller(target.url));
      const seen = async () => ({
        status: (await api('GET', `/todos/${id}`)).status,
        listed: ids(await api('GET', '/todos')).includes(id),
      });
      now = 1_999;
      expect(await seen()).toEqual(before);
      now = 2_000;
      expect(await seen()).toEqual(after);
    });
  });

  test('PATCH /todos/{id} shows the value before, then the new one', async () => {
    let now = 0;
    const planted = { scenario: scenarioNamed('write visible after 2 seconds') };
    await through({ target: target.url, spec, planted, now: () => now }, async (api) => {
      const id = await create(caller(target.url));
      await api('PATCH', `/todos/${id}`, { title: 'bread' });
      expect((await api('GET', `/todos/${id}`)).json).toMatchObject({ title: 'milk' });
      now = 2_000;
      expect((await api('GET', `/todos/${id}`)).json).toMatchObject({ title: 'bread' });
    });
  });
});

test('a list is turned round where no order is asked for', async () => {
  await through({ target: target.url, spec, planted: { scenario: scenarioNamed('lists in reverse') } }, async (api) => {
    const direct = caller(target.url);
    await create(direct);
    await create(direct);
    const asIs = ids(await direct('GET', '/todos'));
    expect(ids(await api('GET', '/todos'))).toEqual(asIs.toReversed());
    expect(ids(await api('GET', '/todos?sort=title'))).toEqual(asIs);
  });
});

describe('identities', () => {
  const guarded = {
    openapi: '3.0.3',
    security: [{ bearer: [] }],
    paths: { '/secret': { get: { responses: { 200: { description: 'ok' } } } } },
  };
  const identities = { owner: { authorization: 'Bearer owner' }, outsider: { authorization: 'Bearer outsider' } };
  const server = createServer((request, response) => {
    response
      .writeHead({ 'Bearer owner': 200, 'Bearer outsider': 403 }[request.headers.authorization ?? ''] ?? 401)
      .end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each([
    { fault: 'authentication ignored', statuses: [200, 401, 403, 200] },
    { fault: 'credentials not checked', statuses: [401, 200, 403, 200] },
    { fault: 'other user allowed', statuses: [401, 401, 200, 200] },
  ])('$fault lets in exactly the caller it names', async ({ fault, statuses }) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const planted = { fault: faultNamed(fault), operation: 'GET /secret' };
    const proxy = await startFaultProxy({ target: origin, spec: guarded, identities, planted });
    const seen = await Promise.all(
      [{}, { authorization: 'Bearer nobody' }, identities.outsider, identities.owner].map(
        async (headers) => (await fetch(`${proxy.url}/secret`, { headers })).status,
      ),
    );
    await proxy.close();
    expect(seen).toEqual(statuses);
  });
});

test('a proxy with nothing planted answers as the target does and counts the requests', async () => {
  const proxy = await startFaultProxy({ target: target.url, spec });
  const api = caller(proxy.url);
  const direct = caller(target.url);
  expect((await api('GET', '/todos')).json).toEqual((await direct('GET', '/todos')).json);
  expect((await api('GET', '/nowhere')).json).toEqual((await direct('GET', '/nowhere')).json);
  expect(proxy.requests()).toBe(2);
  await proxy.close();
});

test('a dead target is a broken connection, and the proxy says why', async () => {
  const proxy = await startFaultProxy({ target: 'http://127.0.0.1:1', spec });
  await expect(fetch(`${proxy.url}/todos`)).rejects.toThrow('fetch failed');
  expect(proxy.errors()[0]?.message).toContain('ECONNREFUSED');
  await proxy.close();
});

test('a fault is refused at an operation that it does not fit', async () => {
  const planted = { fault: faultNamed('delete no-op'), operation: 'GET /todos' };
  await expect(startFaultProxy({ target: target.url, spec, planted })).rejects.toThrow('does not fit GET /todos');
});

test('every fault of the catalogue is shown above or on another API', () => {
  const shown = new Set([
    ...SHOWN.map(({ fault }) => fault),
    ...ELSEWHERE,
    'authentication ignored',
    'credentials not checked',
    'other user allowed',
  ]);
  expect(FAULTS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});

test('the fault catalogue fits the operations of the real spec where it is mechanically possible', () => {
  const all = proxyOperations(spec);
  const fits = (name: string) =>
    all.filter((operation) => faultNamed(name).appliesTo(operation, all)).map(({ key }) => key);
  expect(fits('route missing')).toHaveLength(8);
  expect(fits('write not stored').sort()).toEqual([ITEM.patch, COLLECTION.post, ITEM.put]);
  expect(fits('delete no-op')).toEqual([ITEM.delete]);
  expect(fits('item missing from the list')).toEqual([COLLECTION.get]);
  expect(fits('required field dropped').sort()).toEqual([COLLECTION.get, ITEM.get, COLLECTION.post]);
  expect(fits('authentication ignored')).toEqual([]);
});

test('a thing with an id inside an item with one is another thing, and no fault is planted there', () => {
  const text = { type: 'string' };
  const kernel = { type: 'object', properties: { id: text, name: text, last: text, state: text } };
  const session = { type: 'object', properties: { id: text, name: text, kernel } };
  const body = { content: { 'application/json': { schema: session } } };
  const shown = { responses: { '200': { description: 'a session', ...body } } };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Sessions', version: '1' },
    paths: { '/sessions/{id}': { get: shown, put: { requestBody: body, ...shown } } },
  };
  const items = proxyOperations(document).map(({ item }) => Object.keys(item.properties));
  expect(items).toEqual([Object.keys(session.properties), Object.keys(session.properties)]);
});

function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario === undefined) throw new Error(`No scenario is named "${name}".`);
  return scenario;
}

async function through(options: FaultProxyOptions, use: (api: Call) => Promise<void>): Promise<void> {
  const proxy = await startFaultProxy(options);
  try {
    await use(caller(proxy.url));
    expect(proxy.errors()).toEqual([]);
  } finally {
    await proxy.close();
  }
}

async function create(api: Call): Promise<Json> {
  return idOf(await api('POST', '/todos', { title: 'milk', desc: 'two litres' }));
}

function idOf(answer: Answer): Json {
  return (answer.json as JsonObject).id ?? null;
}

function ids(answer: Answer): Json[] {
  return (answer.json as JsonObject[]).map(({ id }) => id ?? null);
}

function last(answer: Answer): JsonObject {
  return (answer.json as JsonObject[]).at(-1) ?? {};
}
