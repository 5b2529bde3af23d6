import { expect, test } from 'vitest';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant, 'Shown');

test('200: the project as it is', async () => {
  const { status, body } = await tenant.owner.get(project.path);
  expect(status).toBe(200);
  const workspaceId = tenant.workspaceId;
  expect(body).toEqual({ id: project.id, name: 'Shown', description: null, status: 'ACTIVE', workspaceId });
});

test('400: an id that is no uuid is refused', async () => {
  const { status, body } = await tenant.owner.get(`${projectsOf(tenant)}/latest`);
  expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER']);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', project.path));

test('404: a project that is not there', async () => {
  await expectNotFound('GET', [
    [tenant.owner, `${projectsOf(tenant)}/${absentId}`],
    [tenant.owner, `${projectsOf({ workspaceId: absentId })}/${project.id}`],
  ]);
});

testWithActors('404: a project of another tenant or workspace looks like none', async () => {
  const stranger = await scenario.aTenant();
  const otherWorkspace = await scenario.aWorkspace(tenant, 'Other');
  await expectNotFound('GET', [
    [tenant.owner, `${projectsOf(tenant)}/${absentId}`],
    [stranger.owner, project.path],
    [stranger.owner, `${projectsOf(stranger)}/${project.id}`],
    [tenant.owner, `${projectsOf({ workspaceId: otherWorkspace })}/${project.id}`],
    [await scenario.anOutsider(tenant), project.path],
  ]);
});

testWithActors('200: a Viewer reads it', async () => {
  expect((await (await scenario.aViewer(tenant)).get(project.path)).status).toBe(200);
});
