import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '#verifier/engine/context/clock.ts';
import { runInMemory } from '#test/run-in-memory.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import { create, list, plan, read, request } from '#test/things-plans.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') }));
afterEach(() => vi.useRealTimers());

const another = (at: string) =>
  create({ id: `create-${at}`, captures: { [`id${at}`]: { from: 'body', pointer: '/id' } }, assert: [] });
const byId = (capture: string) => [{ pointer: '/id', value: { capture } }];
const { effectOf: _none, ...pages } = list({
  ...request('GET', '/things', { query: { size: { literal: 2 } } }),
  assert: [
    {
      op: 'listPages',
      list: '/data',
      size: { sent: 'list', pointer: '/query/size' },
      each: ['id', 'id2', 'id3'].map(byId),
    },
  ],
});
const changed = plan('create-read', [create(), read()]);
const listed = plan('create-list', [create(), list()], { kind: 'create-list' });
const paged = plan('pagination', [create(), another('2'), another('3'), pages], { kind: 'pagination' });

/** Reads are stale, the list lacks what is newest, and each page but the first repeats it. */
const broken: Fault = (asked, next, { things }) => {
  if (asked.method !== 'GET') return undefined;
  const answer = next();
  if (asked.path !== '/things') return json(200, { ...JSON.parse(answer.body), name: 'stale' });
  const all = [...things.values()];
  return json(200, { data: asked.query.has('size') ? all.slice(-2) : all.slice(0, -1) });
};

test.each([
  ['lists', listed, 'NOT_IN_LIST'],
  ['pages', paged, 'PAGE_REPEATED'],
])('what is waited for in reads and in %s is waited for at the same time', async (_, plan, reasonCode) => {
  const startedAtMs = Date.now();
  const running = runInMemory([changed, plan], thingsApi(broken).handler, { clock: systemClock });
  await vi.runAllTimersAsync();
  const { journeys } = await running;
  expect(journeys.map((one) => one.reasonCode)).toEqual(['VALUE_NOT_STORED', reasonCode]);
  expect(Date.now() - startedAtMs).toBeLessThan(10_000);
});

test('nothing begins beside a plan that waits with what others see changed', async () => {
  const startedAtMs = Date.now();
  const alone = { ...changed, exclusive: 'things' };
  const running = runInMemory([alone, listed], thingsApi(broken).handler, { clock: systemClock });
  await vi.runAllTimersAsync();
  const { journeys } = await running;
  expect(journeys.map((one) => one.reasonCode)).toEqual(['VALUE_NOT_STORED', 'NOT_IN_LIST']);
  expect(Date.now() - startedAtMs).toBe(16_000);
});
