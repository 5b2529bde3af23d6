import { expect, test } from 'vitest';
import { absentId, aFeature, aProject, projectsOf } from '../support/addresses.ts';
import { expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const path = `${project.path}/features`;
for (let index = 1; index <= 12; index++) await aFeature(tenant, project, `Feature ${index}`);
await aFeature(tenant, await aProject(tenant), 'Elsewhere');

test('200: the features of this project only, newest first', async () => {
  const { body } = await tenant.owner.get<{ data: { name: string }[] }>(`${path}?size=100`);
  expect(body.data.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, index) => `Feature ${12 - index}`));
});

test('400: pages keep to their bounds', () => expectPaging(tenant.owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

test('404: a project that is not there has no list', () =>
  expectNotFound('GET', [[tenant.owner, `${projectsOf(tenant)}/${absentId}/features`]]));

testWithActors('404: the list of another tenant or workspace looks like none', async () => {
  const stranger = await scenario.aTenant();
  const otherWorkspace = await scenario.aWorkspace(tenant, 'Other');
  await expectNotFound('GET', [
    [stranger.owner, path],
    [tenant.owner, `${projectsOf({ workspaceId: otherWorkspace })}/${project.id}/features`],
  ]);
});
