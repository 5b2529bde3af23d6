import { beforeAll, expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { type Build, openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { readOnlySpec, widgetSpec } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const feature = await aFeature();
const path = `${feature.path}/builds`;
const buildIds: string[] = [];

beforeAll(async () => {
  for (const spec of [widgetSpec, readOnlySpec, { ...widgetSpec, tags: [] }])
    buildIds.push((await publish(tenant, feature.path, spec)).buildId);
});

test('200: builds come newest first, each with its state; READY is one at most', async () => {
  const { status, body } = await tenant.owner.get<{ data: Build[]; totalElements: number }>(path);
  expect([status, body.totalElements]).toEqual([200, 3]);
  expect(body.data.map(({ id, state, reason }) => [id, state, reason])).toEqual([
    [buildIds[2], 'READY', null],
    [buildIds[1], 'FAILED', 'NO_EXECUTABLE_PLANS'],
    [buildIds[0], 'SUPERSEDED', null],
  ]);
  expect(body.data[0]).not.toHaveProperty('droppedPlans');
});

test('400: paging keeps to its bounds', () => expectPaging(tenant.owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [tenant.owner, `${project.path}/features/${absentId}/builds`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
