import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { type Build, openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { namelessSpec, widgetSpec } from '../support/widgets.ts';

const { scenario, tenant, aFeature } = await openRoad();
const feature = await aFeature();
const { buildId } = await publish(tenant, feature.path);
const path = `${feature.path}/builds/${buildId}`;

test('200: a READY build tells what it was made of and how long it took', async () => {
  // Built here, so that a right which a build lacks fails this test.
  const own = await aFeature();
  const published = await publish(tenant, own.path);
  const { status, body } = await tenant.owner.get<Build>(`${own.path}/builds/${published.buildId}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: published.buildId,
    featureId: own.id,
    state: 'READY',
    reason: null,
    message: null,
    specHash: published.specHash,
    flowVersion: '0',
    jepVersion: '1',
    contentHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    planCount: 9,
    droppedCount: expect.any(Number),
    platforms: ['node'],
    createdAt: expect.any(String),
    startedAt: expect.any(String),
    completedAt: expect.any(String),
    durationMs: expect.any(Number),
    droppedPlans: expect.any(Array),
    journeyChanges: null,
  });
  expect(body['droppedPlans']).toHaveLength(body['droppedCount'] as number);
});

test('200: each dropped plan says why, and the edit that would keep it', async () => {
  const other = await aFeature();
  const published = await publish(tenant, other.path, namelessSpec);
  type Detail = Build & { droppedPlans: Record<string, unknown>[] };
  const { body } = await tenant.owner.get<Detail>(`${other.path}/builds/${published.buildId}`);
  expect(body.droppedPlans).toContainEqual({
    name: 'A created widget can be read back',
    kind: 'create-read',
    operations: ['getWidget'],
    personas: [],
    reason: 'NOT_CREATABLE',
    rule: 1,
    pointer: '/paths/~1widgets/post',
    detail: expect.stringContaining('does not document the id'),
    edit: expect.stringContaining('Location'),
  });
});

test('200: a build says which journeys came and went since the one that was current before', async () => {
  const other = await aFeature();
  const first = await publish(tenant, other.path);
  const { delete: _gone, ...item } = widgetSpec.paths['/widgets/{id}'];
  const paths = { ...widgetSpec.paths, '/widgets/{id}': item };
  const second = await publish(tenant, other.path, { ...widgetSpec, paths });
  const removed = second.build['journeyChanges'] as Changes;
  expect(removed).toMatchObject({ previousBuildId: first.buildId, added: [], addedCount: 0 });
  expect(removed.removedCount).toBe(removed.removed.length);
  expect(removed.removed.map(({ name }) => name)).toContain('A deleted widget is gone');
  const third = await publish(tenant, other.path);
  expect(third.build['journeyChanges']).toEqual({
    previousBuildId: second.buildId,
    added: removed.removed,
    addedCount: removed.removedCount,
    removed: removed.added,
    removedCount: 0,
  });
});

type Changes = { added: { name: string }[]; removed: { name: string }[]; removedCount: number };

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: an unknown build, one of another feature, strangers', async () => {
  const other = await aFeature();
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [tenant.owner, `${feature.path}/builds/${absentId}`],
    [tenant.owner, `${other.path}/builds/${buildId}`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
