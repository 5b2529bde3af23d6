import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aFailingFeature } from '../support/failing-feature.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { readOnlySpec, runWidgets } from '../support/widgets.ts';

type Ship = { ship: boolean; specHash: string | null; blockers: { code: string; journeyId?: string }[] };

const road = await openRoad();
const { scenario, tenant, project, aFeature } = road;
const { owner } = tenant;
const shipOf = async (featurePath: string, query = ''): Promise<Ship> =>
  (await owner.get<Ship>(`${featurePath}/ship-status${query}`)).body;
const codes = ({ blockers }: Ship): string[] => [...new Set(blockers.map(({ code }) => code))];
const feature = await aFeature();
const path = `${feature.path}/ship-status`;

test('200: from nothing published to a feature that ships', async () => {
  const own = await aFeature();
  const { status, body } = await owner.get(`${own.path}/ship-status`);
  expect(status).toBe(200);
  expect(body).toEqual({
    ship: false,
    specHash: null,
    commitId: null,
    blockers: [{ code: 'SPEC_NOT_PUBLISHED', message: 'No spec is published.' }],
  });
  await publish(tenant, own.path, readOnlySpec);
  expect(codes(await shipOf(own.path))).toEqual(['VERIFIER_NOT_READY']);
  const { specHash } = await publish(tenant, own.path);
  expect(codes(await shipOf(own.path))).toEqual(['NOT_OBSERVED']);
  await record(owner, own.path, await runWidgets('requires a login'));
  expect(codes(await shipOf(own.path))).toEqual(['INCONCLUSIVE']);
  await record(owner, own.path, await runWidgets('answers 500 on create'));
  expect(codes(await shipOf(own.path))).toEqual(['DECISIVE_FAILURE', 'INCONCLUSIVE']);
  await record(owner, own.path, await runWidgets());
  expect(await shipOf(own.path)).toEqual({ ship: true, specHash, commitId: null, blockers: [] });
});

test('at a commit only what passed there counts', async () => {
  const own = await aFeature();
  await publish(tenant, own.path);
  const clean = await runWidgets();
  await record(owner, own.path, clean, { commitId: 'a' });
  expect(await shipOf(own.path, '?commitId=a')).toMatchObject({ ship: true, commitId: 'a' });
  expect(codes(await shipOf(own.path, '?commitId=b'))).toEqual(['OTHER_COMMIT']);
  const [first] = clean.journeys;
  await record(owner, own.path, { ...clean, journeys: [first] }, { commitId: 'b' });
  const { blockers } = await shipOf(own.path, '?commitId=b');
  expect(blockers).toHaveLength(clean.journeys.length - 1);
  expect(blockers.map(({ journeyId }) => journeyId)).not.toContain(first!.id);
  await record(owner, own.path, clean);
  expect(codes(await shipOf(own.path, '?commitId=b'))).toEqual(['OTHER_COMMIT']);
});

test('somebody who answers for a journey clears it from the way', async () => {
  const own = await aFailingFeature(road);
  expect((await shipOf(own.path)).blockers.map(({ journeyId }) => journeyId)).toEqual(own.blocking);
  for (const journeyId of own.blocking) await owner.post(own.waivers, { journeyId, reason: 'Known' });
  expect(await shipOf(own.path)).toMatchObject({ ship: true, blockers: [] });
});

test('400: a commit that says nothing', () =>
  expectInvalidQuery(owner, path, ['commitId=', `commitId=${'c'.repeat(201)}`]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/features/${absentId}/ship-status`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
