import { expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { expectInvalidQuery, expectUnauthenticated } from '../support/expectations.ts';
import { aProject, aFeature as newFeature } from '../support/addresses.ts';
import { openRoad, publish } from '../support/road.ts';
import { testWithActors, type Tenant } from '../support/scenario.ts';
import { widgetSpec } from '../support/widgets.ts';

type Detail = Record<string, unknown> & { featureId: string; sequence: number; status: string; eventId: string };
type Feed = { events: { cursor: string; type: string; detail: Detail }[]; next: string; gapBefore: string | null };

const path = '/api/v1/events';
const { scenario, tenant, aFeature } = await openRoad();
const feed = async ({ owner }: Pick<Tenant, 'owner'>, query = ''): Promise<Feed> =>
  (await owner.get<Feed>(`${path}?${query}`)).body;

/** The events of one feature, over as many pages as there are. */
const eventsOf = async (featureId: string): Promise<Detail[]> => {
  const details: Detail[] = [];
  let { events, next } = await feed(tenant);
  while (events.length > 0) {
    details.push(...events.map(({ detail }) => detail).filter((detail) => detail.featureId === featureId));
    ({ events, next } = await feed(tenant, `after=${next}`));
  }
  return details;
};

test('200: every change of a build is an event, numbered without gaps per feature', async () => {
  const feature = await aFeature();
  const first = await publish(tenant, feature.path);
  const second = await publish(tenant, feature.path, { ...widgetSpec, tags: [] });
  const events = await eventsOf(feature.id);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(events.map(({ buildId, previousStatus, status }) => [buildId, previousStatus, status])).toEqual([
    [first.buildId, null, 'QUEUED'],
    [first.buildId, 'QUEUED', 'BUILDING'],
    [first.buildId, 'BUILDING', 'READY'],
    [second.buildId, null, 'QUEUED'],
    [second.buildId, 'QUEUED', 'BUILDING'],
    [second.buildId, 'BUILDING', 'READY'],
    [first.buildId, 'READY', 'SUPERSEDED'],
  ]);
  expect(events[2]).toEqual({
    version: 1,
    eventId: expect.any(String),
    sequence: 3,
    occurredAt: expect.any(String),
    tenantId: tenant.tenantId,
    workspaceId: tenant.workspaceId,
    projectId: expect.any(String),
    featureId: feature.id,
    buildId: first.buildId,
    previousStatus: 'BUILDING',
    status: 'READY',
    specHash: first.specHash,
    jepVersion: '1',
    flowVersion: '0',
    contentHash: first.build['contentHash'],
    platforms: ['node'],
  });
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(7);
});

test('a cursor goes on where the last answer ended: nothing twice, nothing left out', async () => {
  const feature = await aFeature();
  const { next } = await feed(tenant, `after=${(await lastCursor()).toString()}`);
  await publish(tenant, feature.path);
  const { events, next: end } = await feed(tenant, `after=${next}`);
  expect(events.map(({ detail }) => detail.status)).toEqual(['QUEUED', 'BUILDING', 'READY']);
  expect(end).toBe(events.at(-1)?.cursor);
  expect(await feed(tenant, `after=${end}`)).toEqual({ events: [], next: end, gapBefore: null });
});

test('only the asked types are shown, and the cursor still moves on', async () => {
  await publish(tenant, (await aFeature()).path);
  const known = await feed(tenant, 'types=VERIFIER_STATUS_UPDATE');
  expect(known.events.length).toBeGreaterThan(0);
  const none = await feed(tenant, 'types=SOMETHING_ELSE');
  expect(none).toEqual({ events: [], next: String(await lastCursor()), gapBefore: null });
});

test('waits for news, and answers as soon as there are some', async () => {
  const feature = await aFeature();
  const waiting = feed(tenant, `after=${await lastCursor()}&waitSeconds=25`);
  await tenant.owner.put(`${feature.path}/spec`, { spec: widgetSpec });
  const { events } = await waiting;
  expect(events[0]?.detail).toMatchObject({ featureId: feature.id, status: 'QUEUED' });
});

testWithActors('nobody sees events of a workspace or tenant that they do not see', async () => {
  const stranger = await scenario.aTenant();
  const theirs = await newFeature(stranger, await aProject(stranger));
  await publish(stranger, theirs.path);
  expect((await feed(stranger)).events.map(({ detail }) => detail.featureId)).toEqual(Array(3).fill(theirs.id));
  const outsider = await scenario.anOutsider(tenant);
  expect((await feed({ owner: outsider })).events).toEqual([]);
  const viewer = await scenario.aViewer(tenant);
  expect((await feed({ owner: viewer })).events.length).toBeGreaterThan(0);
});

testWithActors('a cursor behind what is kept is told of the gap, once, and goes on behind it', async () => {
  const own = await scenario.aTenant();
  const feature = await newFeature(own, await aProject(own));
  await publish(own, feature.path);
  await publish(own, feature.path, { ...widgetSpec, tags: [] });
  const all = await feed(own);
  expect(all.gapBefore).toBeNull();
  const scope = mintScope.tenant(own.tenantId);
  const table = scenario.target.tables!(own.tenantId);
  const forget = (cursor: number) => table.update(keys.event(scope, cursor), [set('expiresAt', 1)]);
  for (const cursor of [1, 2, 3, 4]) await forget(cursor);
  // Without a cursor the oldest that is kept is the beginning.
  expect(await feed(own)).toMatchObject({
    gapBefore: null,
    events: [{ cursor: '5' }, { cursor: '6' }, { cursor: '7' }],
  });
  const late = await feed(own, 'after=2');
  expect(late.gapBefore).toBe('5');
  expect(late.events[0]?.cursor).toBe('5');
  expect(await feed(own, 'after=4')).toMatchObject({ gapBefore: null, events: [{ cursor: '5' }, {}, {}] });
  for (const cursor of [5, 6, 7]) await forget(cursor);
  expect(await feed(own, 'after=4')).toEqual({ events: [], next: '7', gapBefore: '8' });
  expect(await feed(own, 'after=7')).toEqual({ events: [], next: '7', gapBefore: null });
});

test('400: cursor and waiting time keep to their bounds', () =>
  expectInvalidQuery(tenant.owner, path, ['after=x', 'after=-1', 'waitSeconds=26', 'waitSeconds=-1', 'waitSeconds=x']));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

async function lastCursor(): Promise<number> {
  let cursor = '0';
  for (let page = await feed(tenant); page.events.length > 0; page = await feed(tenant, `after=${cursor}`))
    cursor = page.next;
  return Number(cursor);
}
