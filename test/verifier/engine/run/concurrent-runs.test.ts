import { expect, test } from 'vitest';
import { systemClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import type { Send, WireRequest } from '#verifier/transport/send.ts';
import { serveHandler } from '#test/serve-handler.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, gone, list, plan, read, readUpdated, remove, update } from '#test/things-plans.ts';

const RUNS = process.env['FULL_SIZE'] === '1' ? 100 : 20;

const hundred: Plan[] = Array.from({ length: 25 }, (_, index) => [
  plan(`create-read ${index}`, [create(), read()]),
  plan(`create-list ${index}`, [create(), list()]),
  plan(`update-read ${index}`, [create(), update(), readUpdated()]),
  plan(`delete-gone ${index}`, [create(), read(), remove(), gone()]),
]).flat();

/** A healthy API that takes down every request for an item by another journey than the one that made it. */
function watched(): { handler: MemoryHandler; crossed: string[]; left: () => number } {
  const api = thingsApi();
  const makers = new Map<string, string>();
  const crossed: string[] = [];
  const handler: MemoryHandler = async (request: WireRequest) => {
    const journey = request.headers['traceparent']?.split('-')[1] ?? '';
    const { pathname } = new URL(request.url);
    // A page for everybody: who comes and goes in between must not move items from page to page.
    if (pathname === '/things' && request.method === 'GET') return json(200, { data: [...api.things.values()] });
    const answer = await api.handler(request);
    if (request.method === 'POST') makers.set(String((JSON.parse(answer.body) as { id: number }).id), journey);
    const id = /^\/things\/(\d+)$/.exec(pathname)?.[1];
    if (id !== undefined && makers.get(id) !== journey) crossed.push(`${request.method} ${pathname}`);
    return answer;
  };
  return { handler, crossed, left: () => api.things.size };
}

async function runOnce(send: Send, url: string, seed: number, concurrency: number): Promise<unknown> {
  const options = { send, clock: systemClock, random: seededRandom(seed), env: ENV, seed, concurrency };
  const { summary, residue, exitCode } = await runPlans({ ...options, bundle: bundle(hundred), baseUrl: url });
  return [exitCode, summary, residue];
}

const allGreen = [0, { total: 100, passed: 100, decisive: 0, inconclusive: 0, skipped: 0 }, []];

test.each([1, 8, 100])(
  `${RUNS} runs, %i journeys at once: all green, and no value crosses`,
  { timeout: 120_000 },
  async (lanes) => {
    const random = seededRandom(lanes);
    for (let run = 0; run < RUNS; run++) {
      const api = watched();
      // Answers overtake one another.
      const shuffled: MemoryHandler = async (request) => {
        for (let turns = Math.floor(random() * 4); turns > 0; turns--) await Promise.resolve();
        return api.handler(request);
      };
      expect(await runOnce(memorySend(shuffled), 'http://api.test', run, lanes)).toEqual(allGreen);
      expect([api.crossed, api.left()]).toEqual([[], 0]);
    }
  },
);

test.each([1, 8, 100])('the same over sockets, %i at once', { timeout: 120_000 }, async (lanes) => {
  const transport = nodeTransport();
  const api = watched();
  const server = await serveHandler(api.handler);
  for (let run = 0; run < 3; run++) expect(await runOnce(transport.send, server.url, run, lanes)).toEqual(allGreen);
  expect([api.crossed, api.left()]).toEqual([[], 0]);
  await transport.close();
  await server.close();
});

test('a value that crosses would be seen', async () => {
  const api = watched();
  const ask = async (method: string, path: string, trace: string, body?: string): Promise<unknown> =>
    api.handler({
      method,
      url: `http://api.test${path}`,
      headers: { authorization: 'Bearer tok-admin-1234', traceparent: `00-${trace}-b-01` },
      ...(body === undefined ? {} : { body }),
      timeoutMs: 0,
    });
  await ask('POST', '/things', 'one', '{}');
  await ask('GET', '/things/1', 'one');
  await ask('GET', '/things/1', 'two');
  expect(api.crossed).toEqual(['GET /things/1']);
});
