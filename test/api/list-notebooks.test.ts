import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, notebooksOf } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const path = notebooksOf(tenant);

test('200: the notebooks of the workspace, newest first', async () => {
  const [first, second] = [await aNotebook(tenant, 'First'), await aNotebook(tenant, 'Second')];
  const { status, body } = await owner.get<{ data: { id: string }[] }>(path);
  expect(status).toBe(200);
  expect(body.data.slice(0, 2)).toMatchObject([
    { id: second.id, name: 'Second', workspaceId: tenant.workspaceId },
    { id: first.id, name: 'First' },
  ]);
});

test('400: a page is at least 1, a size at most 100', () => expectPaging(owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and outsiders', async () => {
  const [stranger, outsider] = [await scenario.aTenant(), await scenario.anOutsider(tenant)];
  await expectNotFound('GET', [
    [stranger.owner, path],
    [outsider, path],
    [owner, notebooksOf({ workspaceId: absentId })],
  ]);
});
