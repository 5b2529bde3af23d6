import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, aPage } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const notebook = await aNotebook(tenant);

test('204: the page is gone, once; another page of the same content stays', async () => {
  const [page, other] = [await aPage(tenant, notebook), await aPage(tenant, notebook)];
  expect((await owner.delete(page.path)).status).toBe(204);
  expect((await owner.delete(page.path)).status).toBe(404);
  expect((await owner.get(other.path)).body).toMatchObject({ content: '# Notes' });
});

test('401: a call that proves nobody is refused', async () =>
  expectUnauthenticated(scenario, 'DELETE', (await aPage(tenant, notebook)).path));

testWithActors('403: a Viewer deletes nothing', async () => {
  const page = await aPage(tenant, notebook);
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', page.path);
  expect((await owner.get(page.path)).status).toBe(200);
});

testWithActors('404: for strangers and where there is none', async () => {
  const [stranger, page] = [await scenario.aTenant(), await aPage(tenant, notebook)];
  await expectNotFound('DELETE', [
    [stranger.owner, page.path],
    [owner, page.path.replace(page.id, absentId)],
  ]);
});
