import { beforeEach, expect, test } from 'vitest';
import type { FeatureScope } from '#domain/access/scope.ts';
import { startBuild } from '#domain/builds/start-build.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';
import { operation as publishing } from '#functions/jobs/publish-events.ts';
import { operation as sweeping } from '#functions/jobs/sweep.ts';
import { onEvents } from '#functions/support/on-job.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { cutOffBuild, cutOffGeneration } from '../../support/cut-off.ts';
import { withNotedUse, withTableRights } from '../../support/enforce-table-rights.ts';
import { openRecords } from '../../support/record-ports.ts';

const { ports: records, newFeature, tables } = await openRecords();
const builds = records['builds:write'];

/** What the bus was told; it refuses the sequences in `refused`. */
const told: VerifierStatusUpdate[] = [];
const refused = new Set<number>();
const started: string[] = [];
const ports = withNotedUse({
  ...records,
  'events:publish': {
    publish: async (events: readonly VerifierStatusUpdate[]) => {
      told.push(...events.filter(({ sequence }) => !refused.has(sequence)));
      return events.map(({ sequence }) => !refused.has(sequence));
    },
  },
  'generations:start': {
    start: async (_scope: unknown, name: string) => {
      started.push(name);
      return true;
    },
  },
  'builds:start': {
    start: async (_scope: unknown, name: string) => {
      started.push(name);
      return true;
    },
  },
  'deletions:start': {
    start: async (_scope: unknown, name: string) => {
      started.push(name);
      return true;
    },
  },
});
/** Now, or so much later. */
const runtime = (laterSeconds = 0) => ({
  ...systemRuntime,
  now: () => new Date(Date.now() + laterSeconds * 1000),
});
const sweep = (laterSeconds = 0) =>
  withTableRights('sweep', sweeping.job, () => sweeping.run({ graceSeconds: 120 }, ports, runtime(laterSeconds)));

beforeEach(async () => {
  await sweep(5 * 3600);
  for (const list of [told, started]) list.length = 0;
  refused.clear();
});

/** A queued build whose start was cut off. */
const queued = (scope: FeatureScope): Promise<string> => cutOffBuild(builds, scope);
const feedOf = (scope: FeatureScope) => records['events:read'].listAfter(scope, 0, 100);
const idsOf = ({ tenantId, workspaceId, projectId, featureId }: FeatureScope, buildId: string) => ({
  tenantId,
  workspaceId,
  projectId,
  featureId,
  buildId,
});

test('an event is told once it is published, and is open work no more', async () => {
  const scope = await newFeature();
  await queued(scope);
  const feed = await feedOf(scope);
  const left = await withTableRights('publish-events', publishing.job, () =>
    publishing.run(feed, ports, systemRuntime),
  );
  expect([left, told]).toEqual([[], feed.map(({ detail }) => detail)]);
  expect(await records['open-work:read'].listEvents(new Date(Date.now() + 1000), 10)).toEqual([]);
  expect(await feedOf(scope)).toEqual(feed);
});

test('what the bus refuses stays open, and the next sweep queues and tells it under the same id', async () => {
  const scope = await newFeature();
  const webhook = { id: systemRuntime.newId(), url: 'https://hooks.example.com/x', description: null, createdAt: '' };
  await records['webhooks:write'].create(scope, webhook, Buffer.alloc(1), 1, {});
  const buildId = await queued(scope);
  await startBuild(idsOf(scope, buildId), ports, systemRuntime);
  const feed = await feedOf(scope);
  refused.add(1);
  expect(await publishing.run(feed, ports, systemRuntime)).toEqual(feed.slice(0, 1));
  refused.clear();
  expect(await sweep()).toMatchObject({ published: 0 });
  expect(await sweep(121)).toMatchObject({ published: 1 });
  expect(told.map(({ eventId }) => eventId)).toEqual([feed[1], feed[0]].map((event) => event!.detail.eventId));
  const deliveries = await records['deliveries:read'].list(scope, webhook.id);
  expect(deliveries?.map(({ event }) => event.sequence).toSorted()).toEqual([1, 2]);
});

test('a batch of the stream reports the first record that was not done, and passes over what is no event', async () => {
  const scope = await newFeature();
  await startBuild(idsOf(scope, await queued(scope)), ports, systemRuntime);
  const feed = await feedOf(scope);
  const image = ({ cursor, type, detail }: (typeof feed)[number]) =>
    ({
      pk: { S: 'p' },
      sk: { S: 's' },
      cursor: { N: `${cursor}` },
      type: { S: type },
      detail: { M: wire(detail) },
    }) as never;
  const Records = [
    { dynamodb: { SequenceNumber: '10', NewImage: { pk: { S: 'p' }, sk: { S: 's' } } as never } },
    ...feed.map((event, index) => ({ dynamodb: { SequenceNumber: `${20 + index}`, NewImage: image(event) } })),
  ];
  const leaving = (count: number) =>
    onEvents({ job: publishing.job, run: async (events) => events.slice(events.length - count) }, {} as never);
  expect(await leaving(0)({ Records })).toEqual({ batchItemFailures: [] });
  expect(await leaving(1)({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: '21' }] });
});

const wire = (detail: object) =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) => (typeof value === 'string' ? [[name, { S: value }]] : [])),
  );

test('a build whose start was cut off is started by the sweep, under the same name; a young one is left alone', async () => {
  const buildId = await queued(await newFeature());
  expect(await sweep(60)).toMatchObject({ started: 0 });
  expect(await sweep(121)).toMatchObject({ started: 1, failed: 0 });
  expect(started).toEqual([buildId]);
});

test('a build that nobody will end is FAILED, told, and asked for no more; one under way is left alone', async () => {
  const scope = await newFeature();
  const buildId = await queued(scope);
  await startBuild(idsOf(scope, buildId), ports, systemRuntime);
  expect(await sweep(3599)).toMatchObject({ started: 0, failed: 0 });
  expect(await sweep(3601)).toMatchObject({ failed: 1 });
  expect(await builds.find(scope, buildId)).toMatchObject({ state: 'FAILED', reason: 'BUILD_BROKEN' });
  expect((await feedOf(scope)).map(({ detail }) => [detail.sequence, detail.status])).toEqual([
    [1, 'QUEUED'],
    [2, 'BUILDING'],
    [3, 'FAILED'],
  ]);
  expect(await sweep(3601)).toMatchObject({ started: 0, failed: 0 });
});

test('a generation whose start was cut off is started by the sweep; one that nobody will end is FAILED and gives back what it reserved', async () => {
  const scope = await newFeature();
  const workflowId = await cutOffGeneration(records['cases:write'], scope);
  const reserved = async () => {
    const { items } = await tables(scope.tenantId).query({ pk: `T#${scope.tenantId}#TOK`, sk: { beginsWith: 'M#' } });
    return items[0]!['reserved'];
  };
  expect(await sweep(60)).toMatchObject({ started: 0 });
  expect(await sweep(121)).toMatchObject({ started: 1, failed: 0 });
  expect(started).toEqual([workflowId]);
  await records['cases:write'].advance(scope, workflowId, { phase: 'ENRICHING' });
  expect(await sweep(4 * 3600 - 5)).toMatchObject({ started: 0, failed: 0 });
  expect(await reserved()).toBe(50_000);
  expect(await sweep(4 * 3600 + 5)).toMatchObject({ failed: 1 });
  expect(await records['cases:read'].findGeneration(scope, workflowId)).toMatchObject({ status: 'FAILED' });
  expect(await reserved()).toBe(0);
  expect(await sweep(5 * 3600)).toMatchObject({ started: 0, failed: 0 });
});

test('a deletion is started by the sweep until it has ended, under the same name', async () => {
  const scope = await newFeature();
  expect(await records['projects:write'].delete(scope, new Date(), undefined, {})).toBe('DONE');
  expect(await sweep(60)).toMatchObject({ started: 0 });
  for (const laterSeconds of [121, 421]) expect(await sweep(laterSeconds)).toMatchObject({ started: 1, failed: 0 });
  expect(started).toEqual([scope.projectId, scope.projectId]);
  await records['projects:purge'].end(scope);
  expect(await sweep(421)).toMatchObject({ started: 0 });
});
