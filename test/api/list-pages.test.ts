import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, aPage } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const notebook = await aNotebook(tenant);
const path = `${notebook.path}/pages`;

test('200: the pages of the notebook without their content, newest first', async () => {
  const [first, second] = [await aPage(tenant, notebook), await aPage(tenant, notebook, 'äöü')];
  const { status, body } = await owner.get<{ data: { id: string }[] }>(path);
  expect(status).toBe(200);
  expect(body.data.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(body.data[0]).toEqual({
    id: second.id,
    notebookId: notebook.id,
    title: 'A page',
    characters: 3,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

test('400: a page is at least 1, a size at most 100', () => expectPaging(owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers, and where there is no notebook', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [stranger.owner, path],
    [owner, path.replace(notebook.id, absentId)],
  ]);
});
