import { expect, test } from 'vitest';
import { commitChange } from '#domain/builds/commit-change.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { operation as sweeping } from '#functions/jobs/sweep.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { manyJourneys } from '../support/many-journeys.ts';
import { deathsAt, Killed, openMortalService } from '../support/mortal-service.ts';

/** In the whole size every kill, else every third: now before a call, now after one. */
const EACH = process.env['FULL_SIZE'] === '1' ? 1 : 3;

type List = { data: { runId: string; totalTests: number }[]; totalElements: number };

test('killed before and after every call while others change the feature, a run is counted once, by its retry or by the sweep', async () => {
  const service = await openMortalService();
  const { commits, runs, results } = await manyJourneys(service, 3);
  const { ports } = service;
  const waivers = ports['waivers:read'];
  let isBusy = false;
  // Between the look at the feature and the write to it somebody else changes it, so that the run is stored first and counted then.
  Object.assign(ports, {
    'waivers:read': {
      list: async (scope: FeatureScope) => {
        if (isBusy) {
          isBusy = false;
          await commitChange(ports['builds:write'], systemRuntime, scope, async (head) => ({
            change: { head, builds: [], events: [] },
            result: undefined,
          }));
        }
        return waivers.list(scope);
      },
    },
  });
  const send = (key: string, death?: Parameters<typeof service.send>[2]) => {
    isBusy = true;
    return service.send('POST', commits, { body: { results }, headers: { 'idempotency-key': key }, ...death });
  };
  const total = async (): Promise<number> => (JSON.parse((await service.send('GET', runs)).body) as List).totalElements;
  const waiting = async (): Promise<number> =>
    (await service.entries()).filter(({ kind }) => kind === 'waitingRun').length;

  expect((await send('rehearsal')).status).toBe(201);
  const names = [...service.life.calls];
  const deaths = deathsAt(names.length).filter((_, index) => index % EACH === 0);
  let recorded = 1;
  let left = 0;
  for (const [index, death] of deaths.entries()) {
    const key = `run-${index}`;
    await expect(send(key, { death })).rejects.toThrow(Killed);
    const place = `${names[death.call]} ${death.when}`;
    expect(await service.fsck(), place).toEqual([]);
    expect([recorded, recorded + 1], place).toContain(await total());
    const isLeft = (await waiting()) > 0;
    left += isLeft ? 1 : 0;
    if (index % 2 === 0) {
      const swept = await service.runJob(sweeping, { graceSeconds: 120 }, undefined, 300_000);
      expect(swept.counted, place).toBe(isLeft ? 1 : 0);
      expect(await waiting(), place).toBe(0);
      if (isLeft) expect(await total(), place).toBe(recorded + 1);
    }
    const retried = await send(key);
    expect([retried.status, place]).toEqual([201, place]);
    recorded += 1;
    expect(await total(), place).toBe(recorded);
    expect(await waiting(), place).toBe(0);
    expect((await send(key)).body).toBe(retried.body);
  }
  expect(left).toBeGreaterThan(0);
  expect(await service.fsck()).toEqual([]);
  await service.close();
  console.log(`a run of a busy feature: ${deaths.length} kills at ${names.length} calls, ${left} left it waiting`);
}, 300_000);
