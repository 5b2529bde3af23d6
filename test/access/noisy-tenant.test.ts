import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listEvents } from '#contract/endpoints/events.ts';
import { fairUse } from '#domain/billing/fair-use.ts';
import { RateLimits } from '#http/rate-limits.ts';
import { localPorts } from '../support/local-ports.ts';
import { type Caller, openScenario, type Tenant } from '../support/scenario.ts';

/** Fewer than the callers of the noisy tenant. */
const functionsAtOnce = 100;
const callers = 150;
const readsARound = 60;

type Place = 'waits' | 'others';
type Get = (caller: Caller, place: Place, path: string) => Promise<{ status: number; headers: Record<string, string> }>;

/** Requests as an account serves them that runs so many functions at once, waits in their share of them: beyond it the gateway answers 503. */
const account = (most: Record<Place, number>): Get => {
  const running = { waits: 0, others: 0 };
  return async (caller, place, path) => {
    if (running[place] >= most[place] || running.waits + running.others >= functionsAtOnce)
      return { status: 503, headers: {} };
    running[place] += 1;
    return caller.get(path).finally(() => {
      running[place] -= 1;
    });
  };
};

const share = Math.floor(listEvents.concurrencyShare! * functionsAtOnce);
const fair = { limits: new RateLimits(Date.now), most: { waits: share, others: functionsAtOnce - share } };
const unlimited = { most: { waits: functionsAtOnce, others: functionsAtOnce } };

/** Many callers of one tenant wait for events over and over, and keep to Retry-After; answers with how to end it. */
const makeNoise = (get: Get, { owner }: Tenant): (() => Promise<void>) => {
  const ending = new AbortController();
  const call = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const { status, headers } = await get(owner, 'waits', '/api/v1/events?waitSeconds=2');
      const pauseMs = status === 200 ? 0 : Number(headers['retry-after'] ?? 0.5) * 1000;
      await wait(pauseMs, undefined, ending).catch(() => {});
    }
  };
  const all = Promise.all(Array.from({ length: callers }, call));
  return async () => {
    ending.abort();
    await all;
  };
};

/**
 * What a quiet tenant sees alone and beside a noisy one, in turns. The service and all of its callers share this thread: a read takes as long
 * as the thread works until its answer, for whomever. What else the machine does is not counted.
 */
const compare = async (rounds: number, { most, ...manners }: { limits?: RateLimits; most: Record<Place, number> }) => {
  const scenario = await openScenario(localPorts(), manners);
  const [quiet, noisy] = [await scenario.aTenant('ENTERPRISE'), await scenario.aTenant('PRO')];
  const get = account(most);
  const seen = { alone: [] as number[], beside: [] as number[], refused: 0 };
  const read = async (times: number[]): Promise<void> => {
    for (let count = 0; count < readsARound; count++) {
      const begun = process.threadCpuUsage();
      const { status } = await get(quiet.owner, 'others', '/api/v1/me');
      const { user, system } = process.threadCpuUsage(begun);
      times.push((user + system) / 1000);
      if (status === 503) seen.refused += 1;
    }
  };
  await read([]);
  for (let round = 0; round < rounds; round++) {
    await read(seen.alone);
    const end = makeNoise(get, noisy);
    // All have asked by then, and hold what they can or wait for their next try.
    await wait(1000);
    await read(seen.beside);
    await end();
  }
  return { alone: p95(seen.alone), beside: p95(seen.beside), refused: seen.refused };
};

const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;

test('beside a noisy tenant a quiet one is served, and its p95 is at most twice what it is alone', async () => {
  const { alone, beside, refused } = await compare(3, fair);
  console.log(
    `${callers} callers of a noisy tenant, ${functionsAtOnce} functions at once, ${share} for waits, ${fairUse.PRO.waitsAtOnce} a tenant: p95 ${alone.toFixed(1)} CPU ms alone, ${beside.toFixed(1)} CPU ms beside, ${refused} refused`,
  );
  expect(refused).toBe(0);
  expect(beside).toBeLessThanOrEqual(2 * alone);
});

test('without limits the noisy tenant holds every function, and the quiet one is refused', async () => {
  const { refused } = await compare(1, unlimited);
  console.log(`without limits: ${refused} of ${readsARound} reads beside it refused`);
  expect(refused).toBeGreaterThan(0);
});
