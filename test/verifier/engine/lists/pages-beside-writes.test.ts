import { expect, test } from 'vitest';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { runInMemory } from '#test/run-in-memory.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import { create, gone, list, plan, remove } from '#test/things-plans.ts';

// What a journey takes away moves what stands behind it to earlier pages, while another journey turns them.
const plans = Array.from({ length: 24 }, (_, index) =>
  plan(`delete-gone ${index}`, [create(), list(), remove(), gone()], { kind: 'delete-gone' }),
);

test('an item that moved to a page that was read already is not taken for one that came late', async () => {
  const { journeys } = await runInMemory(plans, thingsApi().handler, { concurrency: 8 });
  expect(journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
});

test('pages that show new things late to a journey alone, too, are late, and no more than two are asked alone', async () => {
  const clock = instantClock();
  const madeAtMs = new Map<number, number>();
  const old = { id: 900, name: 'old', size: 1 };
  const isLate: Fault = ({ method, path, query }, next, { things }) => {
    if (method === 'POST') {
      const answer = next();
      madeAtMs.set((JSON.parse(answer.body) as { id: number }).id, clock.now());
      return answer;
    }
    if (method !== 'GET' || path !== '/things') return undefined;
    const shown = [...things.values()].filter(({ id }) => clock.now() - (madeAtMs.get(id) ?? 0) >= 200);
    const from = (Number(query.get('page') ?? 1) - 1) * 3;
    return json(200, { data: [old, old, old, ...shown].slice(from, from + 3) });
  };
  const api = thingsApi(isLate);
  const { journeys } = await runInMemory(plans, api.handler, { concurrency: 8, clock });
  const reasons = journeys.flatMap(({ reasonCode }) => reasonCode ?? []);
  expect(reasons.length).toBeGreaterThan(2);
  expect(new Set(reasons)).toEqual(new Set(['EVENTUALLY_CONSISTENT']));
  expect(api.log.filter(({ method }) => method === 'POST')).toHaveLength(plans.length + 2);
});
