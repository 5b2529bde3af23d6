import { expect, test } from 'vitest';
import { instantClock } from '#verifier/engine/context/clock.ts';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import type { WireRequest, WireResponse } from '#verifier/transport/send.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import { create, gone, list, plan, read, readUpdated, remove, request, step, update } from '#test/things-plans.ts';
import { runOne } from '#test/run-in-memory.ts';

const KEPT_SECONDS = 60;
const first = list({ id: 'first', assert: [] });
const JOURNEYS = {
  'an update': plan('update', [create(), read(), update(), readUpdated()]),
  'a deletion': plan('delete', [create(), read(), remove(), gone()]),
  'a create, in a list': plan('create-list', [first, create(), list()]),
};
const DECISIVE = { 'an update': 'VALUE_NOT_STORED', 'a deletion': 'NOT_DELETED', 'a create, in a list': 'NOT_IN_LIST' };
type Journey = keyof typeof JOURNEYS;
const NAMES = Object.keys(JOURNEYS) as Journey[];

type Told = (ageSeconds: number, nowMs: number) => Record<string, string>;
type Cache = { told: Told; isAsked?: true; isMarked?: false };

/** A sound server behind a cache that keeps each 2xx read for a minute. `isAsked`: it asks the server where it is told to (RFC 9111 §5.2.1.4). */
function behindCache(handler: MemoryHandler, { told, isAsked }: Cache, clock = instantClock()) {
  const kept = new Map<string, { answer: WireResponse; at: number }>();
  const answer = async (asked: WireRequest): Promise<WireResponse> => {
    if (asked.method !== 'GET') return handler(asked);
    const known = kept.get(asked.url);
    const ageSeconds = known ? (clock.now() - known.at) / 1000 : Infinity;
    const isPast = isAsked && asked.headers['cache-control'] === 'no-cache';
    if (known && ageSeconds < KEPT_SECONDS && !isPast) return as(known.answer, told(ageSeconds, clock.now()));
    const fresh = await handler(asked);
    if (fresh.status === 200) kept.set(asked.url, { answer: fresh, at: clock.now() });
    return as(fresh, told(0, clock.now()));
  };
  return { answer, clock };
}

function as(answer: WireResponse, headers: Record<string, string>): WireResponse {
  return { ...answer, headers: { ...answer.headers, 'cache-control': `public, max-age=${KEPT_SECONDS}`, ...headers } };
}

const date = (ms: number): string => new Date(ms).toUTCString();
const said =
  (name: string, hit: string, miss: string): Told =>
  (age) => ({ [name]: age > 0 ? hit : miss });

const CACHES: [string, Cache][] = [
  ['asks the server where it is told to, and says nothing', { told: () => ({}), isAsked: true }],
  ['tells its age', { told: (age) => ({ age: String(Math.floor(age)) }) }],
  ['says HIT', { told: said('x-cache', 'HIT from edge', 'MISS from edge') }],
  ['says hit as RFC 9211 has it', { told: said('cache-status', 'edge; hit; ttl=30', 'edge; fwd=miss; stored') }],
  ['says TCP_MEM_HIT', { told: said('x-cache', 'TCP_MEM_HIT', 'TCP_MISS') }],
  ['says fresh', { told: said('x-rack-cache', 'fresh', 'miss, store') }],
  [
    'keeps when the answer ends',
    { told: (age, now) => ({ date: date(now), expires: date(now + (KEPT_SECONDS - age) * 1000) }) },
  ],
];

test.each(CACHES.flatMap(([how, cache]) => NAMES.map((name) => [how, name, cache] as const)))(
  'a sound server behind a cache that %s is not blamed for what %s does not show yet',
  async (_how, name, cache) => {
    const { answer, clock } = behindCache(thingsApi().handler, cache);
    const journey = await runOne(JOURNEYS[name], answer, { clock });
    expect(journey).toMatchObject({ status: 'skip', reasonCode: 'EVENTUALLY_CONSISTENT' });
  },
);

/** What was written is answered and not kept; the list never shows anything. */
const losing: Fault = (r, next) => {
  if (r.method === 'PUT') return json(200, { id: Number(r.path.split('/').at(-1)), ...JSON.parse(r.body ?? '{}') });
  if (r.method === 'DELETE') return { status: 204, headers: {}, body: '' };
  return r.method === 'GET' && r.path === '/things' ? json(200, { data: [] }) : next();
};

test.each(
  [
    { 'cache-control': 'private, max-age=60, s-maxage=60', age: '0', 'x-cache': 'MISS' },
    { 'cache-control': 'max-age=60, stale-while-revalidate=30', 'x-cache': 'RefreshHit from edge' },
    { 'cache-control': 'max-age=60', 'x-cache': 'TCP_REFRESH_HIT', 'x-cache-lookup': 'HIT from edge' },
    { 'cache-control': 'max-age=60', 'x-cache': 'HIT-FOR-PASS' },
    { 'cache-control': 'max-age=60', 'cache-status': 'edge; fwd=stale; fwd-status=200' },
    { 'cache-control': 'max-age=60', 'x-rack-cache': 'stale, invalid, store' },
    { 'cache-control': 'private, max-age=60', date: date(0), expires: date(60_000) },
    { 'cache-control': 'private, max-age=60', date: date(1e12), expires: date(0) },
  ].flatMap((headers) => NAMES.map((name) => [headers, name] as const)),
)('what a server loses that says %j of every answer is found: %s', async (headers, name) => {
  const api = thingsApi(losing);
  const handler = async (asked: WireRequest) => as(await api.handler(asked), headers);
  expect(await runOne(JOURNEYS[name], handler)).toMatchObject({ status: 'fail', reasonCode: DECISIVE[name] });
});

test.each(NAMES)(
  'a read that shows the state before for ever, and says nothing of a cache, is found: %s',
  async (name) => {
    const { answer, clock } = behindCache(thingsApi().handler, { told: () => ({}) });
    expect(await runOne(JOURNEYS[name], answer, { clock })).toMatchObject({ status: 'fail' });
  },
);

const COUNT = request('GET', '/count');
const undescribed = { outcome: 'success' as const, status: [200], responses: {} };
const counted = plan('counted', [
  step('before', COUNT, { expect: undescribed, captures: { n: { from: 'body', pointer: '/n' } } }),
  create(),
  step('after', COUNT, {
    expect: undescribed,
    assert: [{ op: 'differs', pointer: '/n', value: { capture: 'n' } }],
    effectOf: 'create',
  }),
]);

test.each([
  ['a cache', 'skip', 'FLAKY'],
  ['the server itself', 'fail', 'UNCHANGED'],
])('what was seen before comes from %s', async (from, status, reasonCode) => {
  const api = thingsApi((r, _next, { things }) => {
    if (r.path !== '/count') return undefined;
    return json(200, { n: from === 'a cache' ? things.size : 1 });
  });
  const { answer, clock } = behindCache(api.handler, { told: () => ({}), isAsked: true });
  api.things.set(99, { id: 99, name: 'of another journey', size: 1 });
  await answer({ method: 'GET', url: 'http://api.test/count', headers: {}, timeoutMs: 1 });
  api.things.clear();
  expect(await runOne(counted, answer, { clock })).toMatchObject({ status, reasonCode });
});

test('only reads ask caches: a write says what the document has it say', async () => {
  const api = thingsApi(losing);
  const makes = create();
  const params = { ...makes.params, header: { 'Cache-Control': { literal: 'private' } } };
  await runOne(plan('update', [{ ...makes, params }, read(), update(), readUpdated()]), api.handler);
  const said = (methods: string[]) =>
    new Set(api.log.filter(({ method }) => methods.includes(method)).map(({ headers }) => headers['cache-control']));
  expect(said(['POST'])).toEqual(new Set(['private']));
  expect(said(['PUT', 'DELETE'])).toEqual(new Set([undefined]));
  expect(said(['GET'])).toEqual(new Set([undefined, 'no-cache']));
});

test('before anything is wrong, reads are those of any client', async () => {
  const api = thingsApi();
  await runOne(JOURNEYS['an update'], api.handler);
  expect(api.log.filter(({ headers }) => headers['cache-control'] !== undefined)).toEqual([]);
});
