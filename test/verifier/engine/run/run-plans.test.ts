import { expect, test } from 'vitest';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { InvalidBaseUrl } from '#verifier/engine/request/resolve-base-url.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import type { Plan, Step } from '#verifier/plan/plan.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { TransportError } from '#verifier/transport/send.ts';
import { json, thingsApi, type Fault, type ThingsApi } from '#test/things-api.ts';
import {
  bundle,
  create,
  ENV,
  list,
  NAME,
  plan,
  read,
  readUpdated,
  remove,
  request,
  step,
  update,
} from '#test/things-plans.ts';
import { runInMemory, runOne } from '#test/run-in-memory.ts';

const createRead = plan('create-read', [create(), read()]);
const createList = plan('create-list', [create(), list()]);
const isRead = (r: { method: string; path: string }): boolean => r.method === 'GET' && /^\/things\/\d+$/.test(r.path);
const notStored: Fault = (r, next, api) => {
  if (r.method !== 'POST') return undefined;
  const answer = next();
  api.things.clear();
  return answer;
};

test('an item on a later page of the list is found', async () => {
  const api = thingsApi();
  for (let id = 100; id < 110; id += 1) api.things.set(id, { id, name: `old ${id}`, size: 1 });
  expect(await runOne(createList, api.handler)).toMatchObject({ status: 'pass' });
  const pages = api.log.filter((r) => new URL(r.url).pathname === '/things' && r.method === 'GET');
  expect(pages.map((r) => new URL(r.url).search)).toEqual(['', '?page=2', '?page=3', '?page=4']);
});

test.each([0, 1])('pages that count from %i are all read where nothing says how they count', async (first) => {
  const api = thingsApi((r, _next, { things }) => {
    if (r.path !== '/things' || r.method !== 'GET') return undefined;
    const pages = [[{ id: 901 }], [...things.values()], []];
    return json(200, { data: pages[Number(r.query.get('page') ?? first) - first] ?? [] });
  });
  const unsaid = list({ paging: { style: 'page', param: 'page', first: 0 } });
  expect(await runOne(plan('paged', [create(), unsaid]), api.handler)).toMatchObject({ status: 'pass' });
});

test('the largest documented page is asked for', async () => {
  const sized = list({ paging: { style: 'page', param: 'page', first: 1, size: { param: 'size', value: 100 } } });
  const api = thingsApi();
  await runOne(plan('sized', [create(), sized]), api.handler);
  expect(api.log[1]?.url).toBe('http://api.test/things?size=100');
});

test.each([
  ['never ends', (page: number) => [{ id: 1000 + page }], 'LIST_NOT_EXHAUSTED', 50],
  ['ends', (page: number) => (page > 4 ? [] : [{ id: 1000 + page }]), 'NOT_IN_LIST', 5],
  ['ignores the page', () => [{ id: 1000 }], 'NOT_IN_LIST', 2],
])('what is absent from a list that %s', async (_name, data, reasonCode, requests) => {
  let pages = 0;
  const api = thingsApi((r) => {
    if (r.path !== '/things' || r.method !== 'GET') return undefined;
    pages += 1;
    return json(200, { data: data(Number(r.query.get('page') ?? 1)) });
  });
  expect(await runOne(createList, api.handler)).toMatchObject({ reasonCode });
  // One walk and a re-read, then one walk and five re-reads to confirm it; an unfinished walk is not repeated.
  expect(pages).toBe(reasonCode === 'NOT_IN_LIST' ? requests * 8 : requests);
});

test.each([
  ['cursor', { style: 'cursor', param: 'after', next: '/next' } as const],
  ['link', { style: 'link' } as const],
])('a list paged by %s is walked', async (style, paging) => {
  const api = thingsApi((r, _next, { things }) => {
    if (r.path !== '/things' || r.method !== 'GET') return undefined;
    if (r.query.get('after') === 'c2') return json(200, { data: [...things.values()] });
    return style === 'cursor'
      ? json(200, { data: [{ id: 900 }], next: 'c2' })
      : json(200, { data: [{ id: 900 }] }, { link: '</things?after=c2>; rel="next"' });
  });
  expect(await runOne(plan('paged', [create(), list({ paging })]), api.handler)).toMatchObject({ status: 'pass' });
});

test.each([
  ['announces a next page', { data: [{ id: 9 }], next: '/things?page=2' }],
  ['tells of a later page inside its wrapper', { data: [{ id: 9 }], _links: { next: { href: '/things?page=2' } } }],
  ['has just a usual page length', { data: Array.from({ length: 20 }, (_, index) => ({ id: 900 + index })) }],
])('without documented paging nothing is said about a list that %s', async (_name, body) => {
  const { paging: _paging, ...unpaged } = list();
  const api = thingsApi((r) => (r.path === '/things' && r.method === 'GET' ? json(200, body) : undefined));
  expect(await runOne(plan('l', [create(), unpaged]), api.handler)).toMatchObject({ reasonCode: 'LIST_NOT_EXHAUSTED' });
});

test('a list that was longer before in the run is not cut at a usual length', async () => {
  const { paging: _paging, ...unpaged } = list();
  const others = Array.from({ length: 20 }, (_, index) => ({ id: 900 + index }));
  const read = new Set<unknown>();
  const api = thingsApi((r, _next, { things }) => {
    if (r.path !== '/things' || r.method !== 'GET') return undefined;
    const newest = [...things.values()].at(-1);
    const isFirst = !read.has(newest);
    read.add(newest);
    return json(200, { data: isFirst ? [...others, newest] : others });
  });
  const steps = [create(), unpaged, { ...unpaged, id: 'list-again' }];
  expect(await runOne(plan('l', steps), api.handler)).toMatchObject({ reasonCode: 'NOT_IN_LIST' });
});

test('an item that is counted but not shown is missing from a list in one piece', async () => {
  const { paging: _paging, ...unpaged } = list();
  const body = { data: [{ id: 9 }], meta: { total: 2 } };
  const api = thingsApi((r) => (r.path === '/things' && r.method === 'GET' ? json(200, body) : undefined));
  expect(await runOne(plan('l', [create(), unpaged]), api.handler)).toMatchObject({ reasonCode: 'NOT_IN_LIST' });
});

test('probes only read, and are at most eight for a failing step', async () => {
  const probes = Array.from({ length: 12 }, () => read().probes[0] as Step['probes'][number]);
  const api = thingsApi((r) => (isRead(r) ? json(404, { error: `no thing ${r.path}` }) : undefined));
  const one = plan('many', [create(), read({ probes, assert: [] })], { teardown: [] });
  await runOne(one, api.handler, { clock: instantClock() });
  expect(api.log.filter((r) => r.method !== 'GET').map(({ method }) => method)).toEqual(['POST', 'POST']);
  const attempts = 2;
  const reread = 5;
  expect(api.log.length).toBeLessThanOrEqual(attempts * (2 + reread + 8));
});

test('failures of one cause keep one decisive verdict, whatever the order', async () => {
  const updateRead = plan('update-read', [create(), read(), update(), readUpdated()], { subject: 'PUT /things/{id}' });
  const deleteGone = plan('delete', [create(), read(), remove()], { subject: 'DELETE /things/{id}' });
  const owner = plan('owner', [create(), read()], { subject: 'POST /things' });
  const orders = [
    [updateRead, owner, deleteGone],
    [deleteGone, updateRead, owner],
  ];
  for (const plans of orders) {
    const { journeys, summary } = await runInMemory(plans, thingsApi(notStored).handler);
    expect(summary).toEqual({ total: 3, passed: 0, decisive: 1, inconclusive: 2, skipped: 0 });
    const caused = journeys.filter(({ name }) => name !== 'owner');
    expect(caused.map(({ reasonCode, causedBy }) => [reasonCode, causedBy])).toEqual([
      ['CAUSED_BY', owner.journeyId],
      ['CAUSED_BY', owner.journeyId],
    ]);
  }
});

test('an enforced journey owns a cause before an observed one, and observed ones never change the exit code', async () => {
  const observed = plan('observed', [create(), read()], { enforcement: 'OBSERVED', subject: 'POST /things' });
  const enforced = plan('enforced', [create(), read()], { subject: 'GET /things/{id}' });
  const both = await runInMemory([observed, enforced], thingsApi(notStored).handler);
  expect(both.journeys.map(({ status }) => status)).toEqual(['skip', 'fail']);
  const echo = plan('echo', [create()]);
  const beside = await runInMemory([observed, echo], thingsApi(notStored).handler);
  expect([beside.exitCode, beside.summary.decisive]).toEqual([0, 1]);
});

test('journeys with the same exclusive key never overlap, others do', async () => {
  const running = { now: 0, most: 0 };
  const slow = (api: ThingsApi) => async (r: Parameters<ThingsApi['handler']>[0]) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await new Promise((resolve) => setImmediate(resolve));
    running.now -= 1;
    return api.handler(r);
  };
  const named = (name: string, exclusive?: string): Plan =>
    plan(name, [create(), read()], exclusive ? { exclusive } : {});
  await runInMemory([named('a', 'k'), named('b', 'k'), named('c', 'k')], slow(thingsApi()));
  expect(running.most).toBe(1);
  await runInMemory([named('a'), named('b'), named('c')], slow(thingsApi()));
  expect(running.most).toBe(3);
});

test('the same seed sends the same values, another seed others', async () => {
  const sent = async (seed: number) => {
    const api = thingsApi();
    await runInMemory([createRead, createList], api.handler, { seed });
    return api.log.flatMap(({ body }) => body ?? []);
  };
  const [first, again, other] = [await sent(5), await sent(5), await sent(6)];
  expect(again).toEqual(first);
  expect(new Set([...first, ...other]).size).toBe(4);
});

test.each([0, 3])(
  'teardown deletes the version that is there, though it changed since it was seen, and %i times while it looked',
  async (late) => {
    let version = 1;
    let left = late;
    const api = thingsApi((r, next) => {
      if (r.method === 'DELETE' && r.headers['if-match'] !== `"${version}"`)
        return json(412, { error: 'changed since' });
      if (r.method === 'PUT') version += 1;
      const answer = next();
      const told = version;
      if (r.method === 'GET' && left-- > 0) version += 1;
      return { ...answer, headers: { ...answer.headers, etag: `"${told}"` } };
    });
    const drop = {
      ...request('DELETE', '/things/{id}', { path: { id: { capture: 'id' } } }),
      forStep: 'create',
      persona: 'admin',
    };
    drop.params.header = { 'If-Match': { literal: '"1"' } };
    const { residue } = await runInMemory([plan('versions', [create(), update()], { teardown: [drop] })], api.handler);
    expect([api.things.size, residue]).toEqual([0, []]);
  },
);

test('teardown runs last to first for what was created, and reports what it could not remove', async () => {
  const second = create({ id: 'second', captures: { other: { from: 'body', pointer: '/id' } }, assert: [] });
  const drop = (id: string, forStep: string) => ({
    ...request('DELETE', '/things/{id}', { path: { id: { capture: id } } }),
    forStep,
    persona: 'admin',
  });
  const one = plan(
    'two',
    [create(), second, read(), step('x', request('GET', '/things/{id}', { path: { id: { capture: 'other' } } }))],
    {
      teardown: [drop('id', 'create'), drop('other', 'second')],
    },
  );
  const api = thingsApi((r) => (r.method === 'DELETE' && r.path === '/things/1' ? json(500, {}) : undefined));
  const { residue, exitCode, journeys } = await runInMemory([one], api.handler);
  expect(api.log.filter((r) => r.method === 'DELETE').map((r) => new URL(r.url).pathname)).toEqual([
    '/things/2',
    '/things/1',
    // What the server broke over is asked for once more at the very end.
    '/things/1',
  ]);
  expect(residue).toEqual([
    { operation: 'DELETE /things/{id}', path: '/things/1', persona: 'admin', reason: 'answered 500' },
  ]);
  expect([exitCode, journeys[0]?.status]).toEqual([0, 'pass']);
});

const needing = plan(
  'needing',
  [read({ params: { path: { id: { input: 'thingId' } }, query: {}, header: {} }, assert: [] })],
  {
    inputs: { thingId: { env: 'APITEST_PARAM_THING_ID', onMissing: 'skip' } },
  },
);

test('an unset parameter skips the journey and the run completes with 0', async () => {
  const { journeys, exitCode, summary } = await runInMemory([needing, createRead], thingsApi().handler);
  expect(journeys[0]).toMatchObject({
    status: 'skip',
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'PARAMETER_NOT_SET',
  });
  expect(journeys[0]?.details).toContain('APITEST_PARAM_THING_ID');
  expect([exitCode, summary.skipped]).toEqual([0, 1]);
  const alone = await runInMemory([needing], thingsApi().handler);
  expect([alone.exitCode, alone.notes]).toEqual([3, [expect.stringContaining('Nothing is proved')]]);
  expect((await runInMemory([needing, createRead], thingsApi().handler, { failOn: 'skip' })).exitCode).toBe(3);
});

test('a persona’s own parameter wins over the general one', async () => {
  const asked = async (env: Record<string, string>) => {
    const api = thingsApi();
    await runOne(needing, api.handler, { env: { ...ENV, ...env } });
    return api.log[0] && new URL(api.log[0].url).pathname;
  };
  expect(await asked({ APITEST_PARAM_THING_ID: '7' })).toBe('/things/7');
  expect(await asked({ APITEST_PARAM_THING_ID: '7', APITEST_PARAM_THING_ID__ADMIN: '8' })).toBe('/things/8');
  expect(await asked({ APITEST_PARAM_THING_ID: '' })).toBeUndefined();
});

test('a missing item from outside is a missing prerequisite, never decisive', async () => {
  const env = { ...ENV, APITEST_PARAM_THING_ID: '77' };
  expect(await runOne(needing, thingsApi().handler, { env })).toMatchObject({ reasonCode: 'PREREQUISITE_NOT_FOUND' });
});

test('a target that answers nothing is exit 4, a missing credential for everything is exit 3', async () => {
  const dead = await runInMemory([createRead], () => {
    throw new TransportError('REFUSED', 'connection refused');
  });
  expect(dead).toMatchObject({ exitCode: 4, journeys: [{ status: 'skip', reasonCode: 'TARGET_UNREACHABLE' }] });
  const noKeys = await runInMemory([createRead], thingsApi().handler, { env: {} });
  expect(noKeys).toMatchObject({ exitCode: 3, journeys: [{ reasonCode: 'CREDENTIAL_UNAVAILABLE' }] });
  expect(noKeys.journeys[0]?.details).toBe("authenticator 'admin' not configured (check AUTH_CONFIG_admin env var)");
});

test.each([
  ['http://h.test', '/api/v1', 'http://h.test/api/v1/things'],
  ['http://h.test/', 'api/v1/', 'http://h.test/api/v1/things'],
  ['http://h.test/mounted', '/api/v1', 'http://h.test/mounted/things'],
  ['http://h.test/mounted/', '', 'http://h.test/mounted/things'],
])('base URL %s with base path "%s"', async (baseUrl, basePath, url) => {
  const api = thingsApi();
  const asked: string[] = [];
  const below: typeof api.handler = (request) => {
    asked.push(request.url);
    return api.handler({ ...request, url: request.url.replace(url, 'http://api.test/things') });
  };
  await runInMemory([createRead], below, { baseUrl, bundle: { basePath } });
  expect(asked[0]).toBe(url);
});

test.each(['', 'api.test', 'ftp://h', 'http://user:pw@h', 'http://h/?a=1', 'http://h/#x'])(
  'base URL "%s" is refused',
  async (baseUrl) => {
    const run = runPlans({
      bundle: bundle([createRead]),
      send: memorySend(thingsApi().handler),
      clock: instantClock(),
      random: Math.random,
      env: ENV,
      seed: 1,
      baseUrl,
    });
    await expect(run).rejects.toBeInstanceOf(InvalidBaseUrl);
  },
);

test('values reach the path, the query and a form as they should', async () => {
  const api = thingsApi();
  const odd = step('odd', {
    ...request('POST', '/things/{id}', {
      path: { id: { literal: 'a/b c?' } },
      query: { q: { literal: 'x&y=1' }, n: { literal: 3 } },
    }),
    body: { contentType: 'application/x-www-form-urlencoded', value: { object: { name: NAME } } },
  });
  await runOne(plan('odd', [odd]), api.handler);
  expect(api.log[0]?.url).toBe('http://api.test/things/a%2Fb%20c%3F?q=x%26y%3D1&n=3');
  expect(api.log[0]?.body).toMatch(/^name=chair-[a-z0-9]{8}$/);
  expect(api.log[0]?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  });
});

test('what the journey itself deleted is no residue, whatever the server says of deleting it again', async () => {
  const drop = {
    ...request('DELETE', '/things/{id}', { path: { id: { capture: 'id' } } }),
    forStep: 'create',
    persona: 'admin',
  };
  const api = thingsApi((r, next) => {
    const answer = next();
    return r.method === 'DELETE' && answer.status === 404 ? json(500, { error: 'no such row' }) : answer;
  });
  const { residue } = await runInMemory([plan('deleted', [create(), remove()], { teardown: [drop] })], api.handler);
  expect(residue).toEqual([]);
});

test.each([
  ['its deletion is not answered yet', 204, 0],
  ['it deletes nothing', 403, 2],
])('of what two journeys were given and one is refused while the other deletes it: %s', async (_name, told, left) => {
  const clock = instantClock();
  let answered = (): void => undefined;
  const first = new Promise<void>((resolve) => (answered = resolve));
  let deletes = 0;
  const { residue } = await runInMemory(
    [plan('one', [create()]), plan('two', [create()])],
    async ({ method, body }) => {
      if (method !== 'DELETE') return json(201, { ...(JSON.parse(body ?? '{}') as object), id: 1 });
      deletes += 1;
      if (deletes > 1) return json(400, { error: 'cannot do that now' });
      await first;
      return { status: told, headers: {}, body: '' };
    },
    {
      clock: {
        ...clock,
        sleep: async (durationMs) => {
          answered();
          await clock.sleep(durationMs);
          await new Promise((resolve) => setImmediate(resolve));
        },
      },
    },
  );
  expect(residue).toHaveLength(left);
});

test('a teardown asks for the media types that the journey documents, or for anything', async () => {
  const vendor = {
    outcome: 'success' as const,
    status: [201],
    responses: { 201: { contentTypes: ['application/x+json'] } },
  };
  const drop = {
    ...request('DELETE', '/things/{id}', { path: { id: { capture: 'id' } } }),
    forStep: 'create',
    persona: 'admin',
  };
  const api = thingsApi();
  await runInMemory([plan('vendor', [create({ expect: vendor })], { teardown: [drop] })], api.handler);
  expect(api.log.map((r) => r.headers['accept'])).toEqual(['application/x+json', 'application/x+json, */*;q=0.5']);
});
