import { expect, test } from 'vitest';
import { listEvents } from '#contract/endpoints/events.ts';
import { fairUse } from '#domain/billing/fair-use.ts';
import { RateLimits } from '#http/rate-limits.ts';
import { localPorts } from '../support/local-ports.ts';
import { compareBeside, type Get, noiseOf } from '../support/noisy-tenant.ts';
import { openScenario } from '../support/scenario.ts';

/** Fewer than the callers of the noisy tenant. */
const functionsAtOnce = 100;
const callers = 150;
const readsARound = 60;

type Place = 'waits' | 'others';

/** Requests as an account serves them that runs so many functions at once, waits in their share of them: beyond it the gateway answers 503. */
const account = (most: Record<Place, number>): ((place: Place) => Get) => {
  const running = { waits: 0, others: 0 };
  return (place) => async (caller, path) => {
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

/**
 * The service and all of its callers share this thread: a read takes as long as the thread works until its answer, for whomever. What else
 * the machine does is not counted.
 */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** What a quiet tenant sees alone and beside a noisy one. */
const compare = async (rounds: number, { most, ...manners }: { limits?: RateLimits; most: Record<Place, number> }) => {
  const scenario = await openScenario(localPorts(), manners);
  const [quiet, noisy] = [await scenario.aTenant('ENTERPRISE'), await scenario.aTenant('PRO')];
  const get = account(most);
  const read = () => get('others')(quiet.owner, '/api/v1/me');
  return compareBeside(read, noiseOf(get('waits'), noisy.owner, { callers, waitSeconds: 2 }), {
    rounds,
    readsARound,
    now: threadMs,
  });
};

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
