import { expect, test, vi } from 'vitest';
import { DeliveryRepository } from '#adapters/dynamodb/delivery-repository.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import * as ranges from '#adapters/dynamodb/ranges.ts';
import { mintScope } from '#domain/access/scope.ts';
import { absentId, aFeature, aProject, projectsOf } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testInProcess, testWithActors } from '../support/scenario.ts';
import { anEvent } from '../support/webhook-event.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();

testWithActors('204: no record of the project stays behind for long', async () => {
  const own = await scenario.aTenant();
  const project = await aProject(own);
  await Promise.all(Array.from({ length: 30 }, (_, index) => aFeature(own, project, `Feature ${index}`)));
  const persona = { name: 'Owner', description: 'May do everything', authType: 'NONE', scope: 'PROJECT' };
  await own.owner.post(`${project.path}/test-personas`, persona);
  const scope = mintScope.project(mintScope.workspace(mintScope.tenant(own.tenantId), own.workspaceId), project.id);
  const runId = '01900000-0000-7000-8000-000000000001';
  const startedAt = '2026-01-01T00:00:00.000Z';
  const run = [keys.run(scope, startedAt, runId), keys.runManifest(scope, runId)];
  for (const key of run) await scenario.target.tables!(own.tenantId).put({ ...key, runId });
  await own.owner.post(`${project.path}/webhooks`, { url: 'https://hooks.example.com/x' });
  await new DeliveryRepository(scenario.target.tables!).queue(scope, anEvent(scope), new Date());
  await own.owner.delete(project.path);
  const table = scenario.target.tables!(own.tenantId);
  const partitions = [
    `T#${own.tenantId}#P#${project.id}`,
    `T#${own.tenantId}#P#${project.id}#RUN`,
    ...['PER', 'WH', 'WSEC', 'WD'].map((family) => `T#${own.tenantId}#${family}`),
  ];
  await vi.waitFor(async () => {
    for (const pk of partitions) expect((await table.query({ pk })).items).toEqual([]);
    expect((await table.query(ranges.projects(scope))).items).toEqual([]);
    expect(await table.get(keys.deletion(scope, project.id))).toBeUndefined();
  }, 60_000);
});

test('204: the project and everything in it is gone at once, its neighbours stay', async () => {
  const project = await aProject(tenant, 'Leaving');
  const neighbour = await aProject(tenant, 'Staying');
  const feature = await aFeature(tenant, project);
  const stays = await aFeature(tenant, neighbour);
  const persona = { name: 'Owner', description: 'May do everything', authType: 'NONE', scope: 'PROJECT' };
  await tenant.owner.post(`${project.path}/test-personas`, persona);
  const answer = await tenant.owner.delete(project.path);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(answer.headers['content-type']).toBeUndefined();
  await expectNotFound('GET', [
    [tenant.owner, project.path],
    [tenant.owner, feature.path],
    [tenant.owner, `${project.path}/features`],
    [tenant.owner, `${project.path}/test-personas`],
  ]);
  await expectNotFound('DELETE', [[tenant.owner, project.path]]);
  expect((await tenant.owner.get(stays.path)).status).toBe(200);
});

test('204: what is made in a project while it goes is gone too', async () => {
  const project = await aProject(tenant);
  const [deleted, ...created] = await Promise.all([
    tenant.owner.delete(project.path),
    ...Array.from({ length: 8 }, () => tenant.owner.post(`${project.path}/features`, { name: 'Late' })),
  ]);
  expect(deleted.status).toBe(204);
  for (const { status } of created) expect([201, 404]).toContain(status);
  await expectNotFound('GET', [[tenant.owner, `${project.path}/features`]]);
});

testInProcess(
  '204: also where the workflow cannot be started: the deletion stays open, and whoever runs the service is told',
  async () => {
    const failure = new Error('no more executions');
    const start = () => Promise.reject(failure);
    const broken = await openScenario((tables) => ({ ...localPorts()(tables), 'deletions:start': { start } }));
    const own = await broken.aTenant();
    const project = await aProject(own);
    const told = vi.spyOn(console, 'error').mockReturnValue();
    expect((await own.owner.delete(project.path)).status).toBe(204);
    expect(told.mock.calls).toEqual([[failure]]);
    told.mockRestore();
    await expectNotFound('DELETE', [[own.owner, project.path]]);
    const workspace = mintScope.workspace(mintScope.tenant(own.tenantId), own.workspaceId);
    const open = await broken.target.tables!(own.tenantId).get(keys.deletion(workspace, project.id));
    expect(open).toMatchObject({ gsi1pk: `OPEN#DELETION#${own.tenantId.at(-1)}` });
  },
);

test('401: a call that proves nobody is refused', async () => {
  const { path } = await aProject(tenant);
  await expectUnauthenticated(scenario, 'DELETE', path);
  expect((await tenant.owner.get(path)).status).toBe(200);
});

testWithActors('403: a Viewer deletes nothing', async () => {
  const { path } = await aProject(tenant);
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', path);
  expect((await tenant.owner.get(path)).status).toBe(200);
});

test('404: a project that is not there', () =>
  expectNotFound('DELETE', [[tenant.owner, `${projectsOf(tenant)}/${absentId}`]]));

testWithActors('404: a project of another tenant looks like none and stays', async () => {
  const { path } = await aProject(tenant);
  const stranger = await scenario.aTenant();
  await expectNotFound('DELETE', [
    [stranger.owner, path],
    [stranger.owner, `${projectsOf(stranger)}/${absentId}`],
  ]);
  expect((await tenant.owner.get(path)).status).toBe(200);
});
