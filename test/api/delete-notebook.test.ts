import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, aPage, notebooksOf } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;

test('204: the notebook is gone with its pages, once', async () => {
  const notebook = await aNotebook(tenant);
  const page = await aPage(tenant, notebook);
  expect((await owner.delete(notebook.path)).status).toBe(204);
  expect((await owner.get(page.path)).status).toBe(404);
  expect((await owner.delete(notebook.path)).status).toBe(404);
});

testWithActors('204: nothing of it stays in the table, and its place is free', async () => {
  const own = await scenario.aTenant('FREE');
  const notebook = await aNotebook(own);
  await aPage(own, notebook);
  expect((await own.owner.delete(notebook.path)).status).toBe(204);
  const pk = `T#${own.tenantId}#W#${own.workspaceId}`;
  const { items } = await scenario.target.tables!(own.tenantId).query({ pk });
  expect(items.map(({ sk, count }) => [sk, count])).toEqual([['NBCOUNT', 0]]);
  await aNotebook(own);
});

test('401: a call that proves nobody is refused', async () =>
  expectUnauthenticated(scenario, 'DELETE', (await aNotebook(tenant)).path));

testWithActors('403: a Viewer deletes nothing', async () => {
  const notebook = await aNotebook(tenant);
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', notebook.path);
  expect((await owner.get(`${notebook.path}/pages`)).status).toBe(200);
});

testWithActors('404: for strangers and where there is none', async () => {
  const [stranger, notebook] = [await scenario.aTenant(), await aNotebook(tenant)];
  await expectNotFound('DELETE', [
    [owner, `${notebooksOf(tenant)}/${absentId}`],
    [stranger.owner, notebook.path],
  ]);
});
