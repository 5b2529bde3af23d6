import { expect, test } from 'vitest';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant);

test('204: the feature and its builds are gone at once, its neighbour stays', async () => {
  const { path, id } = await aFeature(tenant, project);
  const neighbour = await aFeature(tenant, project);
  expect((await tenant.owner.delete(path)).status).toBe(204);
  await expectNotFound('GET', [
    [tenant.owner, path],
    [tenant.owner, `${path}/builds`],
  ]);
  await expectNotFound('DELETE', [[tenant.owner, path]]);
  const { body } = await tenant.owner.get<{ data: { id: string }[] }>(`${project.path}/features?size=100`);
  const ids = body.data.map((feature) => feature.id);
  expect(ids).toContain(neighbour.id);
  expect(ids).not.toContain(id);
});

test('401: a call that proves nobody is refused', async () => {
  const { path } = await aFeature(tenant, project);
  await expectUnauthenticated(scenario, 'DELETE', path);
  expect((await tenant.owner.get(path)).status).toBe(200);
});

testWithActors('403: a Viewer deletes nothing', async () => {
  const { path } = await aFeature(tenant, project);
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', path);
  expect((await tenant.owner.get(path)).status).toBe(200);
});

test('404: a feature that is not there', () =>
  expectNotFound('DELETE', [[tenant.owner, `${project.path}/features/${absentId}`]]));

testWithActors('404: a feature of another tenant looks like none and stays', async () => {
  const { path } = await aFeature(tenant, project);
  const stranger = await scenario.aTenant();
  await expectNotFound('DELETE', [[stranger.owner, path]]);
  expect((await tenant.owner.get(path)).status).toBe(200);
});
