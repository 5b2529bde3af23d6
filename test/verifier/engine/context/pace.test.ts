import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { instantClock, systemClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { summaryLine } from '#verifier/reporters/tty-reporter.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import { TransportError, type WireResponse } from '#verifier/transport/send.ts';
import { runInMemory } from '#test/run-in-memory.ts';
import { singleWriter } from '#test/single-writer.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, gone, plan, read, readUpdated, remove, update } from '#test/things-plans.ts';
import type { RunPlansOptions } from '#verifier/engine/run/run-plans-options.ts';

const plans: Plan[] = Array.from({ length: 8 }, (_, index) => [
  plan(`create-read ${index}`, [create(), read()]),
  plan(`update-read ${index}`, [create(), read(), update(), readUpdated()]),
  plan(`delete-gone ${index}`, [create(), read(), remove(), gone()]),
]).flat();

const run = (handler: MemoryHandler, more: Partial<RunPlansOptions> = {}) =>
  runPlans({
    bundle: bundle(plans),
    send: memorySend(handler),
    clock: systemClock,
    random: seededRandom(7),
    env: ENV,
    seed: 1,
    baseUrl: 'http://api.test',
    ...more,
  });

/** Answers after `ms`, and counts how many are asked for at once. */
function counting(answer: MemoryHandler, ms: number) {
  let now = 0;
  let most = 0;
  const handler: MemoryHandler = async (request) => {
    most = Math.max(most, (now += 1));
    await sleep(ms);
    now -= 1;
    return answer(request);
  };
  return { handler, most: () => most };
}

test('a target that writes one thing at a time is asked one at a time, and every journey ends as it does alone', async () => {
  const alone = singleWriter(4);
  const one = await run(alone.handler, { concurrency: 1 });
  const target = singleWriter(4);
  const result = await run(target.handler);
  expect(result.journeys.map(({ status }) => status)).toEqual(one.journeys.map(({ status }) => status));
  expect([result.summary.passed, result.residue, target.left(), alone.locked()]).toEqual([plans.length, [], 0, 0]);
  expect(target.locked()).toBeLessThan(plans.length / 2);
  expect(result.slowed?.atOnce).toBe(1);
  expect(summaryLine(result)).toMatch(/ s · slowed to 1 at a time after \d+ × 500$/);
  expect(target.asked()).toBeLessThan(1.5 * alone.asked());
});

test.each<[string, () => WireResponse]>([
  ['a 429', () => json(429, {}, { 'retry-after': '0' })],
  ['a 500', () => json(500, {})],
  [
    'a reset',
    () => {
      throw new TransportError('RESET', 'connection reset');
    },
  ],
  [
    'a time-out',
    () => {
      throw new TransportError('TIMEOUT', 'no answer in time');
    },
  ],
])('%s to those who come beside others is nobody’s fault: each journey passes alone', async (_name, answer) => {
  const api = thingsApi();
  let now = 0;
  const handler: MemoryHandler = async (request) => {
    now += 1;
    await sleep(2);
    const isBeside = now > 1;
    now -= 1;
    return isBeside ? answer() : api.handler(request);
  };
  const { summary, residue, slowed } = await run(handler);
  expect([summary.passed, residue, api.things.size]).toEqual([plans.length, [], 0]);
  expect(slowed).toMatchObject({ atOnce: 1 });
});

test('as many run at a time as the target has time for, and no more than are allowed', async () => {
  for (const [concurrency, most] of [
    [undefined, 8],
    [3, 3],
    [1, 1],
  ] as const) {
    const target = counting(thingsApi().handler, 3);
    const { slowed } = await run(target.handler, { clock: instantClock(), ...(concurrency && { concurrency }) });
    expect([target.most(), slowed]).toEqual([most, undefined]);
  }
});

test('answers that take longer beside others keep the run from asking for more at once', async () => {
  const api = thingsApi();
  let queue = Promise.resolve();
  let now = 0;
  const atOnce: number[] = [];
  const handler: MemoryHandler = async (request) => {
    atOnce.push((now += 1));
    queue = queue.then(() => sleep(25));
    await queue;
    now -= 1;
    return api.handler(request);
  };
  const { summary } = await run(handler);
  expect(summary.passed).toBe(plans.length);
  expect(atOnce.reduce((sum, one) => sum + one, 0) / atOnce.length).toBeLessThan(6);
});

test('an operation that fails alone, too, does not slow the others down', async () => {
  const api = thingsApi((r) => (r.method === 'PUT' ? json(500, {}) : undefined));
  const target = counting(api.handler, 2);
  const { summary, slowed } = await run(target.handler, { clock: instantClock() });
  expect(summary).toMatchObject({ decisive: 1, passed: plans.length - 8 });
  expect([slowed, target.most()]).toEqual([undefined, 8]);
});

test('no more requests are sent a second than --rate allows', async () => {
  const sentMs: number[] = [];
  const api = thingsApi();
  const handler: MemoryHandler = (request) => {
    sentMs.push(performance.now());
    return api.handler(request);
  };
  await run(handler, { plans: plans.slice(0, 6), ratePerSecond: 200 });
  expect(sentMs.at(-1)! - sentMs[0]!).toBeGreaterThan((sentMs.length - 1) * 4.5);
});

test('what fails one time beside others, and not alone, is no verdict', async () => {
  let updates = 0;
  const api = thingsApi((r) => (r.method === 'PUT' && (updates += 1) === 3 ? json(405, {}) : undefined));
  const { summary, journeys } = await runInMemory(plans, api.handler);
  expect(summary.passed).toBe(plans.length);
  expect(journeys.flatMap(({ notes = [] }) => notes)).toContain(
    'an attempt beside other journeys was disturbed, and was repeated alone',
  );
});
