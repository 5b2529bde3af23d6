import { afterAll, expect, test } from 'vitest';
import { operation as expiring } from '#functions/jobs/expire-runs.ts';
import { type Death, deathsAt, Killed, openMortalService } from '../support/mortal-service.ts';
import { manyJourneys } from '../support/many-journeys.ts';

/** In the whole size every kill, else every third: now before a call, now after one. */
const EACH = process.env['FULL_SIZE'] === '1' ? 1 : 3;
const dayMs = 24 * 3600 * 1000;
/** The tenant's tier is TEAM. */
const keptDays = 180;

const service = await openMortalService();
afterAll(() => service.close());
const { commits, runs, results } = await manyJourneys(service, 3);

type List = { data: { runId: string }[]; totalElements: number };
type Recorded = { run: { runId: string }; diff: { previousRunId: string | null; counts: { new: number } } };
const list = async (): Promise<List> => JSON.parse((await service.send('GET', runs)).body) as List;
const record = async (): Promise<Recorded> =>
  JSON.parse((await service.send('POST', commits, { body: { results } })).body) as Recorded;
const expire = (days: number, death?: Death) => service.runJob(expiring, undefined, death, days * dayMs);
const filesOf = (runId: string): string[] => service.documents().filter((path) => path.includes(runId));

test('a run is kept as long as the tier says after it was recorded, and then nothing of it is left', async () => {
  const { run } = await record();
  expect(filesOf(run.runId).length).toBeGreaterThan(0);
  expect(await expire(29)).toEqual({ days: 0, postponed: 0, runs: 0 });
  expect(await expire(31)).toMatchObject({ postponed: 1, runs: 0 });
  expect(await expire(31)).toMatchObject({ postponed: 0 });
  expect(await expire(keptDays - 1)).toMatchObject({ runs: 0 });
  expect((await list()).totalElements).toBe(1);
  expect(await expire(keptDays + 1)).toEqual({ days: 1, postponed: 0, runs: 1 });
  expect(await list()).toMatchObject({ data: [], totalElements: 0 });
  expect((await service.send('GET', `${runs}/${run.runId}`)).status).toBe(404);
  expect((await service.send('GET', `${runs}/${run.runId}/results`)).status).toBe(404);
  expect(filesOf(run.runId)).toEqual([]);
  expect(await service.fsck()).toEqual([]);
  const next = await record();
  expect(next.diff).toMatchObject({ previousRunId: null, counts: { new: 3 } });
  await expire(keptDays + 1);
});

test('a run that is recorded on a day that is due keeps the day', async () => {
  await record();
  const [day] = await service.ports['open-work:read'].listRunDays(new Date(Date.now() + 31 * dayMs), 10);
  await record();
  const scope = { tenantId: day!.tenantId, workspaceId: day!.workspaceId, projectId: day!.projectId } as never;
  expect(await service.ports['runs:expire'].hide(scope, { ...day!, lastRecordedAt: '2020-01-01T00:00:00.000Z' })).toBe(
    'CHANGED',
  );
  await service.ports['runs:expire'].endDay(scope, { ...day!, lastRecordedAt: '2020-01-01T00:00:00.000Z' });
  expect((await list()).totalElements).toBe(2);
  expect(await service.fsck()).toEqual([]);
  await expire(keptDays + 1);
});

test('killed before and after every call, runs are there whole or not at all, counted exactly, and in the end nothing is left', async () => {
  const prepare = async (): Promise<string[]> => [(await record()).run.runId, (await record()).run.runId];
  await prepare();
  await expire(keptDays + 1);
  const names = [...service.life.calls];
  const deaths = deathsAt(names.length).filter((_, turn) => turn % EACH === 0);
  for (const death of deaths) {
    const ids = await prepare();
    const where = `${names[death.call]} ${death.when}`;
    await expect(expire(keptDays + 1, death), where).rejects.toThrow(Killed);
    expect(await service.fsck(), where).toEqual([]);
    const { data, totalElements } = await list();
    expect(data.length, where).toBe(totalElements);
    for (const { runId } of data) expect((await service.send('GET', `${runs}/${runId}/results`)).status).toBe(200);
    await expire(keptDays + 1);
    expect((await list()).totalElements, where).toBe(0);
    expect(ids.flatMap(filesOf), where).toEqual([]);
    expect(
      (await service.entries()).filter(({ kind }) => /^(run|hidden)(Day|Run|Manifest)?$/.test(kind)),
      where,
    ).toEqual([]);
    expect(await service.fsck(), where).toEqual([]);
  }
  console.log(`expiry of runs: ${deaths.length} kills at ${names.length} calls (${names.join(', ')})`);
}, 120_000);
