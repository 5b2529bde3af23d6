import { expect, test, vi } from 'vitest';
import { fairUse } from '#domain/billing/fair-use.ts';
import { RateLimits } from '#http/rate-limits.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { mintScope } from '#domain/access/scope.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { localPorts } from '../support/local-ports.ts';
import { openRecords } from '../support/record-ports.ts';
import { publish } from '../support/road.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';
import { widgetSpec } from '../support/widgets.ts';

const scenario = await openScenario(localPorts(), { limits: new RateLimits(() => 0) });
const { ports } = await openRecords();
const waits = ports['waits:hold'];

testWithActors(
  'of many waits of a tenant at once exactly as many go on as its tier allows, beside others',
  async () => {
    const [tenant, other] = [await scenario.aTenant('TEAM'), await scenario.aTenant('FREE')];
    const most = fairUse.TEAM.waitsAtOnce!;
    const wait = () => tenant.owner.get('/api/v1/events?waitSeconds=25');
    const refused: Awaited<ReturnType<typeof wait>>[] = [];
    const all = Array.from({ length: most + 8 }, async () => {
      const answer = await wait();
      if (answer.status !== 200) refused.push(answer);
    });
    const beside = other.owner.get('/api/v1/events?waitSeconds=1');
    await vi.waitFor(() => expect(refused).toHaveLength(8), { timeout: 20_000 });
    // The waits of all others go on, until there is news.
    const { path } = await aFeature(tenant, await aProject(tenant));
    await publish(tenant, path);
    await Promise.all(all);
    expect(refused).toHaveLength(8);
    for (const { status, headers, body } of refused)
      expect([status, body.code, headers['retry-after'], body['detail']]).toEqual([
        429,
        'RATE_LIMITED',
        '5',
        `Your tenant may have ${most} requests that wait for events at once on tier TEAM. Try again in 5 s.`,
      ]);
    expect((await beside).status).toBe(200);
    expect((await wait()).status).toBe(200);
  },
);

testWithActors('who does not wait is not counted', async () => {
  const tenant = await scenario.aTenant('FREE');
  const reads = await Promise.all(Array.from({ length: 10 }, () => tenant.owner.get('/api/v1/events')));
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
});

test('a place is free again when its time is over, and who had it does not give back what is another’s', async () => {
  const scope = mintScope.tenant(systemRuntime.newId());
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  const hold = (holder: string, from: number) => waits.hold(scope, 1, { holder, from: at(from), until: at(from + 30) });
  const first = await hold('first', 0);
  expect(first).toEqual({ place: 0, holder: 'first' });
  expect(await hold('second', 30)).toBeUndefined();
  const second = await hold('second', 31);
  expect(second?.holder).toBe('second');
  await waits.giveBack(scope, first!);
  expect(await hold('third', 32)).toBeUndefined();
  await waits.giveBack(scope, second!);
  expect((await hold('third', 33))?.holder).toBe('third');
});

/** Nothing ever works on a build of this service. */
const idle = await openScenario(
  (tables) => ({ ...localPorts()(tables), 'builds:start': { start: async () => true } }),
  { limits: new RateLimits(() => 0) },
);

testWithActors('of many builds of a tenant at once exactly as many are begun as its tier allows', async () => {
  const tenant = await idle.aTenant('PRO');
  const most = fairUse.PRO.buildsInFlight!;
  const project = await aProject(tenant);
  const features = await Promise.all(
    Array.from({ length: most + 3 }, (_, index) => aFeature(tenant, project, `Feature ${index}`)),
  );
  const begin = ({ path }: { path: string }) => tenant.owner.put(`${path}/spec`, { spec: widgetSpec });
  const answers = await Promise.all(features.map(begin));
  const [begun, refused] = [202, 429].map((code) => features.filter((_, index) => answers[index]!.status === code));
  expect([begun?.length, refused?.length]).toEqual([most, 3]);
  const { headers, body } = answers.find(({ status }) => status === 429)!;
  expect([body.code, headers['retry-after'], body['detail']]).toEqual([
    'RATE_LIMITED',
    '30',
    `Your tenant may have ${most} builds under way at once on tier PRO. Try again in 30 s.`,
  ]);
  const [first, second] = begun as [(typeof features)[0], (typeof features)[0]];
  // The build that is superseded gives its room to the one that supersedes it.
  expect((await begin(first)).status).toBe(202);
  expect((await begin(refused![0]!)).status).toBe(429);
  expect((await tenant.owner.delete(second.path)).status).toBe(204);
  expect((await begin(refused![0]!)).status).toBe(202);
  expect((await begin(refused![1]!)).status).toBe(429);
});
