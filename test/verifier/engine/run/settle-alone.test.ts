import { expect, test } from 'vitest';
import { instantClock } from '#verifier/engine/context/clock.ts';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import { runInMemory } from '#test/run-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { create, gone, plan, read, remove } from '#test/things-plans.ts';

const TURNS = 40;
const plans = Array.from({ length: 6 }, (_, index) => [
  plan(`create-read ${index}`, [create(), read()]),
  plan(`delete-gone ${index}`, [create(), read(), remove(), gone()]),
]).flat();

/** Writes one thing at a time, as a database in one file does, and turns away who comes meanwhile. */
function lockedApi(): { handler: MemoryHandler; left: () => number } {
  const api = thingsApi();
  let isLocked = false;
  const handler: MemoryHandler = async (request) => {
    if (request.method === 'GET') return api.handler(request);
    if (isLocked) return json(503, { error: 'database is locked' });
    isLocked = true;
    for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
    const answer = await api.handler(request);
    isLocked = false;
    return answer;
  };
  return { handler, left: () => api.things.size };
}

test('what a target has no time for beside others is asked for again alone, and taken away again', async () => {
  const api = lockedApi();
  const ended: number[] = [];
  const onProgress = ({ ended: done }: { ended: number }): void => void ended.push(done);
  const { summary, residue, journeys } = await runInMemory(plans, api.handler, { concurrency: 8, onProgress });
  expect(summary).toMatchObject({ passed: plans.length, inconclusive: 0 });
  expect([residue, api.left()]).toEqual([[], 0]);
  expect(journeys.flatMap(({ notes = [] }) => notes)).toContain(
    'an attempt beside other journeys was disturbed, and was repeated alone',
  );
  expect(ended).toEqual(plans.map((_, index) => index + 1));
});

test('a deletion that was turned away once is asked for again when all journeys are over', async () => {
  const api = thingsApi();
  let refusals = 3;
  const handler: MemoryHandler = (request) =>
    request.method === 'DELETE' && refusals-- > 0 ? json(503, {}) : api.handler(request);
  const { residue } = await runInMemory(plans.slice(0, 1), handler);
  expect([residue, api.things.size]).toEqual([[], 0]);
});

test('a deletion that ended in a server error is asked for once more, and what breaks again is reported', async () => {
  const breaking = (times: number) => {
    const api = thingsApi();
    let asked = 0;
    const handler: MemoryHandler = (request) =>
      request.method === 'DELETE' && (asked += 1) <= times ? json(500, {}) : api.handler(request);
    return { api, handler, asked: () => asked };
  };
  const once = breaking(1);
  const { residue, summary } = await runInMemory(plans.slice(0, 1), once.handler);
  expect([summary.passed, residue, once.api.things.size]).toEqual([1, [], 0]);
  const ever = breaking(Infinity);
  const left = await runInMemory(plans.slice(0, 1), ever.handler);
  expect(left.residue).toMatchObject([{ reason: 'answered 500' }]);
  expect(ever.asked()).toBe(2);
});

test("what a broken deletion did away with all the same is left alone when its id is somebody else's", async () => {
  const api = thingsApi();
  const theirs = { id: 1, name: 'theirs', size: 1 };
  let asked = 0;
  const handler: MemoryHandler = async (request) => {
    const answer = await api.handler(request);
    if (request.method !== 'DELETE' || (asked += 1) > 1) return answer;
    api.things.set(1, theirs);
    return json(500, {});
  };
  const { residue } = await runInMemory(plans.slice(0, 1), handler);
  expect([...api.things.values()]).toEqual([theirs]);
  expect(residue).toMatchObject([{ reason: 'answered 500' }]);
});

test('a create that broke may have made something all the same, which the run says', async () => {
  const api = thingsApi();
  let refusals = 2;
  const handler: MemoryHandler = async (request) => {
    const answer = await api.handler(request);
    return request.method === 'POST' && refusals-- > 0 ? json(503, {}) : answer;
  };
  const { notes, summary, residue } = await runInMemory(plans.slice(0, 1), handler);
  expect([summary.passed, residue, api.things.size]).toEqual([1, [], 2]);
  expect(notes).toEqual([
    'POST /things ended in a server error 2 times: an item that it created nevertheless is not deleted',
  ]);
  expect((await runInMemory(plans.slice(0, 1), thingsApi().handler)).notes).toBeUndefined();
});

test('a target that stays busy for one journey alone is asked for no other, and what it keeps is reported', async () => {
  const clock = instantClock();
  const api = thingsApi((request) => (request.method === 'DELETE' ? json(429, {}) : undefined));
  const { journeys, residue } = await runInMemory(plans, api.handler, { clock });
  const busy = journeys.filter(({ reasonCode }) => reasonCode === 'TARGET_BUSY');
  expect(busy).toHaveLength(plans.length / 2);
  const creates = api.log.filter(({ method }) => method === 'POST').length;
  expect(creates).toBe(plans.length + 3);
  expect(residue).toHaveLength(creates);
  expect(residue.every(({ reason }) => reason === 'answered 429')).toBe(true);
});
