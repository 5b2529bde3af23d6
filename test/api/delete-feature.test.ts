import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { FileBlobs } from '../../local/blob-store/file-blobs.ts';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors, testInProcess } from '../support/scenario.ts';

const ports = localPorts();
let blobs: FileBlobs | undefined;
const scenario = await openScenario((tables) => {
  const opened = ports(tables);
  blobs = opened['blobs:read'] as FileBlobs;
  return opened;
});
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

testInProcess('204: what its documents said is gone with it, and that of its neighbour stays', async () => {
  const inProcess = blobs!;
  const scopeOf = (featureId: string) =>
    mintScope.feature(
      mintScope.project(mintScope.workspace(mintScope.tenant(tenant.tenantId), tenant.workspaceId), project.id),
      featureId,
    );
  const document = { name: 'One', type: 'PRD', content: '# The same words' };
  const made = async () => {
    const feature = await aFeature(tenant, project);
    const { body } = await tenant.owner.post(`${feature.path}/documents`, document);
    const hash = createHash('sha256').update(document.content).digest('hex');
    const key = blobKeys.document(scopeOf(feature.id), hash);
    return {
      ...feature,
      shown: `${feature.path}/documents/${body.id}`,
      read: () => inProcess.read(scopeOf(feature.id), key),
    };
  };
  const [gone, neighbour] = [await made(), await made()];
  expect(await gone.read()).toBeDefined();
  expect((await tenant.owner.delete(gone.path)).status).toBe(204);
  expect(await gone.read()).toBeUndefined();
  expect(await neighbour.read()).toBeDefined();
  expect((await tenant.owner.get(neighbour.shown)).body).toMatchObject({ content: document.content });
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
