import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { aFailingFeature } from '../support/failing-feature.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const road = await openRoad();
const { scenario, tenant, project } = road;
const { owner } = tenant;
const feature = await aFailingFeature(road);
const [journeyId] = feature.failing as [string];

test('200: the waivers of this feature and of no other', async () => {
  const other = await aFailingFeature(road);
  const { body: waiver } = await owner.post(feature.waivers, { journeyId, reason: 'Known' });
  const { status, body } = await owner.get(feature.waivers);
  expect([status, body]).toEqual([200, { data: [waiver], page: 1, size: 10, totalElements: 1 }]);
  expect((await owner.get(other.waivers)).body['totalElements']).toBe(0);
});

test('400: pages are never clamped', () => expectPaging(owner, feature.waivers));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', feature.waivers));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/features/${absentId}/coverage/waivers`],
    [stranger.owner, feature.waivers],
    [await scenario.anOutsider(tenant), feature.waivers],
  ]);
});
