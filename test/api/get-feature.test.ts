import { expect, test } from 'vitest';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const feature = await aFeature(tenant, project, 'Shown');

test('200: the feature as it is', async () => {
  const { status, body } = await tenant.owner.get(feature.path);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: feature.id, name: 'Shown', description: null, status: 'DRAFT' });
});

test('400: an id that is no uuid is refused', async () => {
  const { status, body } = await tenant.owner.get(`${project.path}/features/1`);
  expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER']);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', feature.path));

test('404: a feature that is not there, or not in this project', async () => {
  const other = await aProject(tenant);
  await expectNotFound('GET', [
    [tenant.owner, `${project.path}/features/${absentId}`],
    [tenant.owner, `${other.path}/features/${feature.id}`],
  ]);
});

testWithActors('404: a feature of another tenant looks like none', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [stranger.owner, feature.path],
    [await scenario.anOutsider(tenant), feature.path],
    [stranger.owner, `${(await aProject(stranger)).path}/features/${feature.id}`],
  ]);
});
