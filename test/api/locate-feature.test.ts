import { expect, test } from 'vitest';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const feature = await aFeature(tenant, project, 'Found by its id');
const at = (id: string): string => `/api/v1/features/${id}`;

test('200: workspace and project of a feature, whatever the case of its id', async () => {
  const { status, body } = await tenant.owner.get(at(feature.id.toUpperCase()));
  expect(status).toBe(200);
  expect(body).toEqual({ workspaceId: tenant.workspaceId, projectId: project.id, featureId: feature.id });
});

test('400: an id that is no uuid is refused', async () => {
  const { status, body } = await tenant.owner.get(at('1'));
  expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER']);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', at(feature.id)));

test('404: a feature that is not there, is gone, or whose project is gone', async () => {
  const deleted = await aFeature(tenant, project);
  await tenant.owner.delete(deleted.path);
  const goneProject = await aProject(tenant);
  const inGoneProject = await aFeature(tenant, goneProject);
  expect((await tenant.owner.delete(goneProject.path)).status).toBe(204);
  await expectNotFound('GET', [
    [tenant.owner, at(absentId)],
    [tenant.owner, at(deleted.id)],
    [tenant.owner, at(inGoneProject.id)],
  ]);
});

testWithActors('404: a feature that the caller cannot see looks like none', async () => {
  const stranger = await scenario.aTenant();
  const other = await scenario.aWorkspace(tenant, 'Other');
  const scope = { name: 'Other alone', scope: 'WORKSPACE', workspaceId: other };
  const { body: narrow } = await tenant.owner.post<{ token: string }>('/api/v1/pats', scope);
  await expectNotFound('GET', [
    [stranger.owner, at(feature.id)],
    [await scenario.anOutsider(tenant), at(feature.id)],
    [scenario.callerWith(narrow.token), at(feature.id)],
  ]);
  const viewer = await scenario.aViewer(tenant);
  expect((await viewer.get(at(feature.id))).status).toBe(200);
});
