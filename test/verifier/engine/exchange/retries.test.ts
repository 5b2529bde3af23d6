import { expect, test } from 'vitest';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { TransportError } from '#verifier/transport/send.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { create, list, plan, read, step, request } from '#test/things-plans.ts';
import { runInMemory, runOne } from '#test/run-in-memory.ts';

const createRead = plan('create-read', [create(), read()]);
const createList = plan('create-list', [create(), list()]);
const isRead = (r: { method: string; path: string }): boolean => r.method === 'GET' && /^\/things\/\d+$/.test(r.path);
const isCreate = (r: { method: string }): boolean => r.method === 'POST';
const ok = { status: 204, headers: {}, body: '' };

/** Faults on the first `times` requests that fit. */
function first(times: number, fits: (r: { method: string; path: string }) => boolean, fault: Fault): Fault {
  let left = times;
  return (r, next, api) => {
    if (!fits(r) || left === 0) return undefined;
    left -= 1;
    return fault(r, next, api);
  };
}

const countOf = (log: { method: string }[], method: string): number => log.filter((r) => r.method === method).length;

test('a busy server is asked again after its Retry-After, at most twice, and every resend is recorded', async () => {
  const clock = instantClock(1_000_000);
  const api = thingsApi(first(2, isCreate, () => json(503, {}, { 'retry-after': '3' })));
  const journey = await runOne(createRead, api.handler, { clock });
  expect(journey.status).toBe('pass');
  expect(journey.facts.attempts[0]?.steps[0]?.resends).toEqual([
    { statusCode: 503, waitMs: 3000 },
    { statusCode: 503, waitMs: 3000 },
  ]);
  expect(clock.now()).toBe(1_006_000);
});

test.each([
  [429, 'POST', 3],
  [503, 'POST', 3],
  [502, 'POST', 1],
  [504, 'POST', 1],
])('a %i to a %s is sent %i times in all', async (status, method, times) => {
  const api = thingsApi((r) => (r.method === method ? json(status, {}) : undefined));
  expect(await runOne(createRead, api.handler)).toMatchObject({ status: 'skip', reasonCode: 'TARGET_BUSY' });
  expect(countOf(api.log, method)).toBe(times);
});

test('a Retry-After beyond ten seconds is not waited for', async () => {
  const clock = instantClock();
  const api = thingsApi((r) => (isCreate(r) ? json(429, {}, { 'retry-after': '60' }) : undefined));
  expect(await runOne(createRead, api.handler, { clock })).toMatchObject({ reasonCode: 'TARGET_BUSY' });
  expect([countOf(api.log, 'POST'), clock.now()]).toEqual([1, 0]);
});

test('a broken connection is retried where the method is idempotent, and never for a POST', async () => {
  const reset = (): never => {
    throw new TransportError('RESET', 'connection reset');
  };
  const reads = thingsApi(first(2, isRead, reset));
  expect(await runOne(createRead, reads.handler)).toMatchObject({ status: 'pass' });
  const writes = thingsApi(first(1, isCreate, reset));
  expect(await runOne(createRead, writes.handler)).toMatchObject({ status: 'skip', reasonCode: 'CONNECTION_BROKEN' });
  expect(countOf(writes.log, 'POST')).toBe(1);
});

test('a refused connection is retried only where the target has answered in this run before', async () => {
  const refused = (): never => {
    throw new TransportError('REFUSED', 'connection refused');
  };
  const restarting = thingsApi(first(2, isRead, refused));
  expect(await runOne(createRead, restarting.handler)).toMatchObject({ status: 'pass' });
  const clock = instantClock();
  let sent = 0;
  const nobody = (): never => {
    sent += 1;
    return refused();
  };
  const justRead = plan('read-beside', [list()]);
  expect(await runOne(justRead, nobody, { clock })).toMatchObject({ status: 'skip', reasonCode: 'TARGET_UNREACHABLE' });
  expect([sent, clock.now()]).toEqual([1, 0]);
});

test('a one-time 500 is FLAKY with both attempts recorded, never decisive', async () => {
  const api = thingsApi(first(1, isRead, () => json(500, { error: 'once' })));
  const journey = await runOne(createRead, api.handler);
  expect(journey).toMatchObject({ status: 'skip', verdict: 'INCONCLUSIVE_SETUP_REQUIRED', reasonCode: 'FLAKY' });
  expect(journey.facts.attempts).toHaveLength(2);
  expect(journey.facts.attempts[0]?.nonce).not.toBe(journey.facts.attempts[1]?.nonce);
});

test('what a one-time 500 hid is decisive once two attempts alone have met it', async () => {
  const noise = first(1, isRead, () => json(500, { error: 'once' }));
  const api = thingsApi((r, next, things) => noise(r, next, things) ?? isStale(r, next, things));
  const journey = await runOne(createRead, api.handler);
  expect(journey).toMatchObject({ status: 'fail', reasonCode: 'VALUE_NOT_STORED' });
  expect(new Set(journey.facts.attempts.map(({ nonce }) => nonce)).size).toBe(2);
  expect(countOf(api.log, 'POST')).toBe(3);
  expect(countOf(api.log, 'DELETE')).toBe(3);
});

test('what two attempts alone meet in different ways stays FLAKY', async () => {
  const noise = first(1, isRead, () => json(500, { error: 'once' }));
  const late = first(1, isRead, () => json(405, { error: 'once' }));
  const api = thingsApi((r, next, things) => noise(r, next, things) ?? late(r, next, things));
  expect(await runOne(createRead, api.handler)).toMatchObject({ status: 'skip', reasonCode: 'FLAKY' });
});

test.each([
  ['a read', createRead, isRead, () => json(404, { error: 'no thing 1' })],
  [
    'a list',
    createList,
    (r: { method: string; path: string }) => r.method === 'GET' && r.path === '/things',
    () => json(200, { data: [] }),
  ],
])('a write that %s shows only two seconds later is eventually consistent', async (_name, one, fits, early) => {
  const clock = instantClock();
  let writtenAt = Infinity;
  const api = thingsApi((r) => {
    if (isCreate(r)) writtenAt = clock.now();
    return fits(r) && clock.now() < writtenAt + 2000 ? early() : undefined;
  });
  const journey = await runOne(one, api.handler, { clock });
  expect(journey).toMatchObject({ status: 'skip', reasonCode: 'EVENTUALLY_CONSISTENT' });
});

test.each([
  [1900, 'EVENTUALLY_CONSISTENT'],
  [Infinity, 'ROUTE_NOT_SERVED'],
])(
  'what stands below an item and is told like a missing route is asked for again: late by %s ms it is %s',
  async (lateMs, reasonCode) => {
    const clock = instantClock();
    let writtenAt = Infinity;
    const isPart = ({ path }: { path: string }): boolean => /^\/things\/\d+\/part$/.test(path);
    const api = thingsApi((r) => {
      if (isCreate(r)) writtenAt = clock.now();
      if (!isPart(r)) return undefined;
      return clock.now() < writtenAt + lateMs
        ? json(404, { error: `no route for GET ${r.path}` })
        : json(200, { id: 1, name: 'part', size: 1 });
    });
    const part = step('read-part', request('GET', '/things/{id}/part', { path: { id: { capture: 'id' } } }));
    const journey = await runOne(plan('read-part', [create(), read(), part]), api.handler, { clock });
    expect(journey).toMatchObject({ reasonCode });
  },
);

const isStale: Fault = (r, next) => {
  const answer = next();
  return isRead(r) && answer.status === 200 ? json(200, { ...JSON.parse(answer.body), name: 'stale' }) : answer;
};

test('consistency re-reads end after 0.25 seconds, and after 7.75 of the attempt that confirms', async () => {
  const clock = instantClock();
  expect(await runOne(createRead, thingsApi(isStale).handler, { clock })).toMatchObject({
    reasonCode: 'VALUE_NOT_STORED',
  });
  expect(clock.now()).toBe(250 + 7750);
});

test('what one journey has waited for twice, no other waits for again', async () => {
  const clock = instantClock();
  const plans = ['first', 'second', 'third'].map((name) => plan(name, [create(), read()]));
  const { journeys } = await runInMemory(plans, thingsApi(isStale).handler, { clock, concurrency: 1 });
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(['VALUE_NOT_STORED', 'CAUSED_BY', 'CAUSED_BY']);
  expect(clock.now()).toBe(250 + 7750);
  expect(journeys[1]?.evidence?.map(({ observation }) => observation)).toContain(
    'wrong as in another journey, where it stayed wrong',
  );
});

test('another cause is waited for, whatever was found before', async () => {
  const clock = instantClock();
  let writtenAt = Infinity;
  const api = thingsApi((r, next, things) => {
    if (isCreate(r)) writtenAt = clock.now();
    if (r.path === '/things' && r.method === 'GET' && clock.now() < writtenAt + 2000) return json(200, { data: [] });
    return isStale(r, next, things);
  });
  const { journeys } = await runInMemory([createRead, createList], api.handler, { clock, concurrency: 1 });
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(['VALUE_NOT_STORED', 'EVENTUALLY_CONSISTENT']);
});

test.each([
  [307, '/old', 'POST'],
  [308, '/old', 'POST'],
  [301, '/things/', 'POST'],
])('a same-origin %i from %s keeps the method and is judged by its end', async (status, from, method) => {
  const api = thingsApi((r) => (r.path === from ? { status, headers: { location: '/things' }, body: '' } : undefined));
  const moved = create(request('POST', from, { body: { object: { name: { literal: 'x' } } } }));
  expect(await runOne(plan('moved', [moved, read()]), api.handler)).toMatchObject({ status: 'pass' });
  expect(api.log[1]).toMatchObject({ method, url: 'http://api.test/things', body: '{"name":"x"}' });
});

test.each([
  [303, 'PUT'],
  [302, 'POST'],
  [301, 'POST'],
] as const)('a same-origin %i to a %s is followed with a GET', async (status, method) => {
  const api = thingsApi((r) =>
    r.path === '/old' ? { status, headers: { location: '/things' }, body: '' } : undefined,
  );
  const old = step('old', request(method, '/old', { body: { literal: {} } }));
  await runOne(plan('moved', [old]), api.handler);
  expect(api.log[1]).toMatchObject({ method: 'GET', url: 'http://api.test/things' });
  expect(api.log[1]).not.toHaveProperty('body');
});

test('credentials never follow a redirect to another origin', async () => {
  const api = thingsApi((r) =>
    isCreate(r) ? { status: 307, headers: { location: 'http://evil.test/things' }, body: '' } : undefined,
  );
  const journey = await runOne(createRead, api.handler);
  expect(journey).toMatchObject({ status: 'skip', reasonCode: 'UNEXPECTED_REDIRECT' });
  expect(api.log.every((r) => r.url.startsWith('http://api.test/'))).toBe(true);
});

test('redirects that go round in circles end after five', async () => {
  const api = thingsApi((r) =>
    isCreate(r) ? { status: 307, headers: { location: '/things?again' }, body: '' } : undefined,
  );
  expect(await runOne(createRead, api.handler)).toMatchObject({ reasonCode: 'UNEXPECTED_REDIRECT' });
  expect(countOf(api.log, 'POST')).toBe(6);
});

test('an identified request that lands on a login page is an unexpected redirect', async () => {
  const api = thingsApi((r) => {
    if (r.path === '/login') return { status: 200, headers: { 'content-type': 'text/html' }, body: '<form>' };
    return { status: 302, headers: { location: '/login' }, body: '' };
  });
  expect(await runOne(createRead, api.handler)).toMatchObject({ status: 'skip', reasonCode: 'UNEXPECTED_REDIRECT' });
});

const until = { pointer: '/state', values: ['DONE'], terminal: ['FAILED'], intervalMs: 250, budgetMs: 5000 };
const poll = step('poll', request('GET', '/things/{id}', { path: { id: { capture: 'id' } } }), { until });

test.each([
  ['comes to the expected state', 'DONE', 'pass', undefined],
  ['comes to another terminal state', 'FAILED', 'skip', 'NOT_FINISHED'],
  ['stays where it is', 'RUNNING', 'skip', 'NOT_FINISHED'],
])('polling that %s', async (_name, last, status, reasonCode) => {
  const clock = instantClock();
  const api = thingsApi((r) =>
    isRead(r) ? json(200, { id: 1, state: clock.now() < 2000 ? 'RUNNING' : last }) : undefined,
  );
  const journey = await runOne(plan('async', [create(), poll]), api.handler, { clock });
  expect(journey.status).toBe(status);
  expect(journey.reasonCode).toBe(reasonCode);
  expect(clock.now()).toBeLessThanOrEqual(5000);
});

test('polling waits as long as the API asks, first after the create, and every look is recorded', async () => {
  const clock = instantClock();
  const api = thingsApi((r, next) => {
    if (isCreate(r)) return { ...next(), headers: { 'content-type': 'application/json', 'retry-after': '2' } };
    if (!isRead(r)) return undefined;
    return json(200, { id: 1, state: clock.now() < 4500 ? 'RUNNING' : 'DONE' }, { 'retry-after': '1' });
  });
  const journey = await runOne(plan('async', [create(), poll]), api.handler, { clock });
  expect(journey.status).toBe('pass');
  expect(journey.steps[1]?.polls).toEqual([
    { timestamp: '1970-01-01T00:00:02.000Z', statusCode: 200, value: 'RUNNING' },
    { timestamp: '1970-01-01T00:00:03.000Z', statusCode: 200, value: 'RUNNING' },
    { timestamp: '1970-01-01T00:00:04.000Z', statusCode: 200, value: 'RUNNING' },
    { timestamp: '1970-01-01T00:00:05.000Z', statusCode: 200, value: 'DONE' },
  ]);
});

test('pauses count as spent on a clock that does not move', async () => {
  const api = thingsApi((r) => (isRead(r) ? json(200, { id: 1, state: 'RUNNING' }) : undefined));
  const clock = { now: () => 0, sleep: async () => undefined };
  const journey = await runOne(plan('async', [create(), poll]), api.handler, { clock });
  expect(journey).toMatchObject({ status: 'skip', reasonCode: 'NOT_FINISHED' });
  expect(journey.steps[1]?.polls?.length).toBeLessThan(10);
});

test('a run whose time is over sends nothing more but its teardown', async () => {
  const clock = instantClock();
  const api = thingsApi((r, next) => {
    if (!isCreate(r)) return undefined;
    void clock.sleep(60_000);
    return next();
  });
  const journey = await runOne(createRead, api.handler, { clock, budgetMs: 30_000 });
  expect(journey).toMatchObject({ status: 'skip', reasonCode: 'TIMEOUT' });
  expect(api.log.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('an interrupted run takes away what it created', async () => {
  const stop = new AbortController();
  const api = thingsApi((r, next) => {
    if (isCreate(r)) stop.abort();
    return r.method === 'DELETE' ? ok : next();
  });
  const slow = async (r: Parameters<typeof api.handler>[0]) => api.handler(r);
  const journey = await runOne(createRead, slow, { stop: stop.signal });
  expect(journey).toMatchObject({ status: 'skip', reasonCode: 'TIMEOUT' });
});

test('what is late at first and cannot be told afterwards is undecided: the last reading counts', async () => {
  const seen = new Map<string, number>();
  const api = thingsApi((r, next) => {
    if (!isRead(r) || next().status !== 200) return undefined;
    const times = (seen.get(r.path) ?? 0) + 1;
    seen.set(r.path, times);
    return times === 1 ? json(404, { error: 'not found' }) : json(503, {});
  });
  const journey = await runOne(createRead, api.handler);
  expect(journey).toMatchObject({ status: 'skip', reasonCode: 'TARGET_BUSY' });
});

test('what comes right only in the attempt that confirms is eventually consistent, and later journeys wait longer', async () => {
  const clock = instantClock();
  let writtenAt = Infinity;
  const api = thingsApi((r) => {
    if (isCreate(r)) writtenAt = clock.now();
    return isRead(r) && clock.now() < writtenAt + 5000 ? json(404, { error: 'no thing 1' }) : undefined;
  });
  const plans = ['first', 'second'].map((name) => plan(name, [create(), read()]));
  const { journeys } = await runInMemory(plans, api.handler, { clock, concurrency: 1 });
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(plans.map(() => 'EVENTUALLY_CONSISTENT'));
  expect(journeys.map(({ facts }) => facts.attempts.length)).toEqual([2, 1]);
});

const stale: Fault = (r) => (/^\/things\/\d+\/\w+$/.test(r.path) ? json(404, { error: 'no such part' }) : undefined);
const parts = ['name', 'size', 'colour', 'weight', 'height', 'depth'];
const readsOfParts = (members: Partial<Plan> = {}): Plan[] =>
  parts.map((part) => {
    const lost = step('part', request('GET', `/things/{id}/${part}`, { path: { id: { capture: 'id' } } }));
    return plan(`read ${part}`, [create(), read(), lost], members);
  });

test.each([
  [1, 3000],
  [1, 7000],
  [8, 3000],
  [8, 7000],
])(
  'with %i at a time, a sound list that is %i ms late is not accused, however many real faults were waited for before',
  async (concurrency, lateMs) => {
    const clock = instantClock();
    let writtenAt = Infinity;
    const api = thingsApi((r, next, things) => {
      if (isCreate(r)) writtenAt = clock.now();
      if (r.path === '/things' && r.method === 'GET' && clock.now() < writtenAt + lateMs)
        return json(200, { data: [] });
      return stale(r, next, things);
    });
    const plans = [...readsOfParts({ exclusive: 'one after the other' }), createList];
    const { journeys } = await runInMemory(plans, api.handler, { clock, concurrency });
    expect(journeys.slice(0, -1).map(({ status }) => status)).toEqual(parts.map(() => 'fail'));
    expect(journeys.at(-1)).toMatchObject({ status: 'skip', reasonCode: 'EVENTUALLY_CONSISTENT' });
  },
);
