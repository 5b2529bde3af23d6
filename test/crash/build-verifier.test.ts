import { afterAll, expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { operation as publishing } from '#functions/jobs/publish-events.ts';
import { operation as sweep } from '#functions/jobs/sweep.ts';
import { type Death, deathsAt, Killed, openMortalService } from '../support/mortal-service.ts';
import { widgetSpec } from '../support/widgets.ts';

const PATIENCE_MS = 300_000;
/** In the whole size every kill, else every third: now before a call, now after one. */
const EACH = process.env['FULL_SIZE'] === '1' ? 1 : 3;
const deaths = (calls: number): Death[] => deathsAt(calls).filter((_, turn) => turn % EACH === 0);
const steps = ['start-build', 'plan-feature', 'order-verifier', 'stamp-verifier', 'register-build'];

const service = await openMortalService();
afterAll(() => service.close());
const { tenant, send, ports } = service;
const tenantScope = mintScope.tenant(tenant.tenantId);
const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
const made = async (path: string): Promise<string> =>
  (JSON.parse((await send('POST', path, { body: { name: 'Made' } })).body) as { id: string }).id;
const projectId = await made(projects);
const features = `${projects}/${projectId}/features`;
const ended = new Set<string>();

type Input = Record<string, string>;
/** What a build's executions were given, those that did not end before. */
const open = (): Input[] =>
  service
    .acceptedFor('build-verifier')
    .map(({ input }) => input)
    .filter(({ buildId }) => !ended.has(buildId!));

/** Runs steps one after the other, each on what the last one left: the state. */
const runSteps = async (names: readonly string[], input: Input): Promise<Record<string, unknown>> => {
  let state: Record<string, unknown> = input;
  for (const name of names)
    if (name !== 'stamp-verifier' || state['isStamped'] !== true) state = await service.runTask(name, state);
  return state;
};

/** Runs an execution from its beginning, as whoever resumes it does. One that was overtaken ends early. */
const execute = async (input: Input): Promise<void> => {
  ended.add(input['buildId']!);
  try {
    await runSteps(steps, input);
  } catch (error) {
    if ((error as Error).name !== 'BUILD_ENDED') throw error;
  }
};

/** The sweep leaves alone what was begun in the millisecond in which its grace begins, so that begins a second later. */
const sweepNow = (death?: Death) => service.runJob(sweep, { graceSeconds: -1 }, death);

/** The next process: the sweep takes up what is open, and what was accepted goes on. */
const restart = async (): Promise<void> => {
  await sweepNow();
  for (const input of open()) await execute(input);
  await sweepNow();
};

type Build = { id: string; state: string };
const buildsOf = async (feature: string): Promise<Build[]> =>
  (JSON.parse((await send('GET', `${feature}/builds`)).body) as { data: Build[] }).data;

/** I10 and I19: nothing is open, each event of the feature was told, under one id, and the numbers have no gap. */
const expectAtRest = async (featureId: string): Promise<void> => {
  expect(await service.fsck()).toEqual([]);
  const later = new Date(Date.now() + 1000);
  expect(await ports['open-work:read'].listBuilds(later)).toEqual([]);
  expect(await ports['open-work:read'].listEvents(later, 10)).toEqual([]);
  const feed = (await ports['events:read'].listAfter(tenantScope, 0, 100_000)).map(({ detail }) => detail);
  const own = feed.filter((detail) => detail.featureId === featureId);
  expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, index) => index + 1));
  const told = service.told.filter((detail) => detail.featureId === featureId);
  for (const detail of own) expect(told.filter(({ sequence }) => sequence === detail.sequence)).toContainEqual(detail);
  expect(new Set(told.map(({ eventId, sequence }) => `${eventId} ${sequence}`)).size).toBe(own.length);
};

const publish = (feature: string, death?: Death) =>
  send('PUT', `${feature}/spec`, { body: { spec: widgetSpec }, ...(death && { death }) });

test(
  'killed before and after every call of a publish, a build begins all the same or there is none',
  async () => {
    const rehearsed = await made(features);
    expect((await publish(`${features}/${rehearsed}`)).status).toBe(202);
    const names = [...service.life.calls];
    await restart();
    await expectAtRest(rehearsed);
    const kills = deaths(names.length);
    for (const death of kills) {
      const featureId = await made(features);
      const feature = `${features}/${featureId}`;
      await expect(publish(feature, death)).rejects.toThrow(Killed);
      expect(await service.fsck(), `${names[death.call]} ${death.when}`).toEqual([]);
      await restart();
      for (const { state } of await buildsOf(feature)) expect(state).toBe('READY');
      expect((await publish(feature)).status).toBe(202);
      await restart();
      expect((await buildsOf(feature))[0]!.state).toBe('READY');
      await expectAtRest(featureId);
    }
    console.log(`publish: ${kills.length} kills at ${names.length} calls (${names.join(', ')})`);
  },
  PATIENCE_MS,
);

test.each(steps.map((step, index) => [step, index] as const))(
  'killed before and after every call of %s, the build ends READY once it is resumed',
  async (step, index) => {
    const queued = async () => {
      const featureId = await made(features);
      await publish(`${features}/${featureId}`);
      const [input] = open();
      return { featureId, input: await runSteps(steps.slice(0, index), input!) };
    };
    const rehearsal = await queued();
    await service.runTask(step, rehearsal.input);
    const names = [...service.life.calls];
    await restart();
    const kills = deaths(names.length);
    for (const death of kills) {
      const { featureId, input } = await queued();
      await expect(service.runTask(step, input, death)).rejects.toThrow(Killed);
      expect(await service.fsck(), `${names[death.call]} ${death.when}`).toEqual([]);
      await restart();
      expect((await buildsOf(`${features}/${featureId}`)).map(({ state }) => state)).toEqual(['READY']);
      await expectAtRest(featureId);
    }
    console.log(`${step}: ${kills.length} kills at ${names.length} calls (${names.join(', ')})`);
  },
  PATIENCE_MS,
);

test(
  'killed before and after every call of the publisher and of the sweep, every event is told under its one id',
  async () => {
    const prepared = async () => {
      const featureId = await made(features);
      await publish(`${features}/${featureId}`);
      const [input] = open();
      await service.runTask('start-build', input);
      const feed = await ports['events:read'].listAfter(tenantScope, 0, 100_000);
      return { featureId, events: feed.filter(({ detail }) => detail.featureId === featureId) };
    };
    const { events } = await prepared();
    await service.runJob(publishing, events);
    const publisherCalls = service.life.calls.length;
    await restart();
    await prepared();
    await sweepNow();
    const sweepCalls = service.life.calls.length;
    await restart();
    for (const death of deaths(publisherCalls)) {
      const given = await prepared();
      await expect(service.runJob(publishing, given.events, death)).rejects.toThrow(Killed);
      await restart();
      await expectAtRest(given.featureId);
    }
    for (const death of deaths(sweepCalls)) {
      const given = await prepared();
      await expect(sweepNow(death)).rejects.toThrow(Killed);
      await restart();
      await expectAtRest(given.featureId);
    }
    console.log(
      `outbox: ${deaths(publisherCalls).length} kills of the publisher, ${deaths(sweepCalls).length} of the sweep`,
    );
  },
  PATIENCE_MS,
);
