import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aFailingFeature } from '../support/failing-feature.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const road = await openRoad();
const { scenario, tenant } = road;
const { owner } = tenant;
const feature = await aFailingFeature(road);
const [journeyId] = feature.failing as [string];
const one = `${feature.waivers}/${journeyId}`;
const waive = () => owner.post(feature.waivers, { journeyId, reason: 'Known' });

test('204: the journey is back in its bucket', async () => {
  await waive();
  expect((await feature.coverage()).waivedManual).toHaveLength(1);
  const { status, text } = await owner.delete(one);
  expect([status, text]).toEqual([204, '']);
  const { waivedManual, decisiveFailures } = await feature.coverage();
  expect([waivedManual, decisiveFailures.map((each) => each.journeyId)]).toEqual([[], feature.failing]);
  await expectNotFound('DELETE', [[owner, one]]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'DELETE', one));

testWithActors('403: a Viewer withdraws nothing', async () => {
  await waive();
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', one);
  expect((await feature.coverage()).waivedManual).toHaveLength(1);
});

test('404: a waiver that is not there', () => expectNotFound('DELETE', [[owner, `${feature.waivers}/${absentId}`]]));
