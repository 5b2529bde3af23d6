import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aNotebook } from '../support/notebooks.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/workspaces';
const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const aWorkspace = async (of: Tenant = tenant): Promise<string> =>
  (await of.owner.post<{ id: string }>(path, { name: 'To be deleted' })).body.id;
const total = async ({ owner }: Tenant): Promise<unknown> => (await owner.get(path)).body['totalElements'];

test('204: the workspace is gone, once, and its place is free', async () => {
  const id = await aWorkspace();
  const before = (await total(tenant)) as number;
  expect((await tenant.owner.delete(`${path}/${id}`)).status).toBe(204);
  expect(await total(tenant)).toBe(before - 1);
  expect((await tenant.owner.delete(`${path}/${id}`)).status).toBe(404);
});

testWithActors('204: personas of the workspace go with it, and nothing of them stays', async () => {
  const own = await scenario.aTenant();
  const workspaceId = await aWorkspace(own);
  const project = await aProject({ ...own, workspaceId });
  const persona = { name: 'Ada', description: 'Reads', authType: 'BEARER', scope: 'WORKSPACE' };
  const made = await own.owner.post(`${project.path}/test-personas`, { ...persona, credentials: { token: 'secret' } });
  expect(made.status).toBe(201);
  await own.owner.delete(project.path);
  expect((await own.owner.delete(`${path}/${workspaceId}`)).status).toBe(204);
  for (const family of ['PER', 'PSEC']) {
    const { items } = await scenario.target.tables!(own.tenantId).query({ pk: `T#${own.tenantId}#${family}` });
    expect(items).toEqual([]);
  }
});

testWithActors('204: what was above is within once an older workspace is gone', async () => {
  const own = await scenario.aTenant();
  const newer = await aWorkspace(own);
  await scenario.grantTier(own.tenantId, 'FREE');
  const projects = `/api/v1/workspaces/${newer}/projects`;
  expect((await own.owner.post(projects, { name: 'Above' })).body.code).toBe('READ_ONLY_OVER_LIMIT');
  expect((await own.owner.delete(`${path}/${own.workspaceId}`)).status).toBe(204);
  expect((await own.owner.post(projects, { name: 'Within' })).status).toBe(201);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'DELETE', `${path}/${tenant.workspaceId}`));

testWithActors('403: who sees the workspace and manages no tenant deletes nothing', async () => {
  const before = await total(tenant);
  await expectForbidden([await scenario.anEditor(tenant)], 'DELETE', `${path}/${tenant.workspaceId}`);
  expect(await total(tenant)).toBe(before);
});

testWithActors('404: for strangers and where there is none', async () => {
  const [stranger, id] = [await scenario.aTenant(), await aWorkspace()];
  await expectNotFound('DELETE', [
    [tenant.owner, `${path}/${absentId}`],
    [stranger.owner, `${path}/${id}`],
  ]);
});

test('409: WORKSPACE_NOT_EMPTY as long as it has a notebook', async () => {
  const workspaceId = await aWorkspace();
  const notebook = await aNotebook({ ...tenant, workspaceId });
  const refused = await tenant.owner.delete(`${path}/${workspaceId}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'WORKSPACE_NOT_EMPTY']);
  await tenant.owner.delete(notebook.path);
  expect((await tenant.owner.delete(`${path}/${workspaceId}`)).status).toBe(204);
});

test('409: WORKSPACE_NOT_EMPTY as long as it has a project', async () => {
  const workspaceId = await aWorkspace();
  const project = await aProject({ ...tenant, workspaceId });
  const refused = await tenant.owner.delete(`${path}/${workspaceId}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'WORKSPACE_NOT_EMPTY']);
  await tenant.owner.delete(project.path);
  expect((await tenant.owner.delete(`${path}/${workspaceId}`)).status).toBe(204);
});

testWithActors('409: of a project and the deletion of its workspace at once, one is refused', async () => {
  for (let round = 0; round < 20; round += 1) {
    const workspaceId = await aWorkspace();
    const projects = `/api/v1/workspaces/${workspaceId}/projects`;
    const [made, gone] = await Promise.all([
      tenant.owner.post(projects, { name: 'At once' }),
      tenant.owner.delete(`${path}/${workspaceId}`),
    ]);
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([made.status, gone.status]);
  }
});
