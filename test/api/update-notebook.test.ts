import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, notebooksOf } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const notebook = await aNotebook(tenant);

test('200: the notebook has another name, and its tag moves', async () => {
  const first = await owner.put(notebook.path, { name: 'Renamed' });
  expect([first.status, first.body]).toMatchObject([200, { id: notebook.id, name: 'Renamed' }]);
  await owner.put(notebook.path, { name: 'Renamed again' });
  const late = await owner.send('PUT', notebook.path, { name: 'Late' }, { 'if-match': first.headers['etag']! });
  expect(late.status).toBe(412);
  expect((await owner.get(notebooksOf(tenant))).body['data']).toMatchObject([{ name: 'Renamed again' }]);
});

test('400: a name is needed', () => expectInvalidBody(owner, 'PUT', notebook.path, [[{}, '#/name', 'REQUIRED']]));

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'PUT', notebook.path, { name: 'No' }));

testWithActors('403: a Viewer writes nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'PUT', notebook.path, { name: 'No' }),
);

testWithActors('403: READ_ONLY_OVER_LIMIT in the second notebook on FREE, not in the first', async () => {
  const own = await scenario.aTenant();
  const [first, second] = [await aNotebook(own), await aNotebook(own)];
  await scenario.grantTier(own.tenantId, 'FREE');
  expect((await own.owner.put(second.path, { name: 'No' })).body.code).toBe('READ_ONLY_OVER_LIMIT');
  expect((await own.owner.put(first.path, { name: 'Yes' })).status).toBe(200);
});

testWithActors('404: for strangers and where there is none', async () => {
  const stranger = await scenario.aTenant();
  const cases = [
    [owner, `${notebooksOf(tenant)}/${absentId}`],
    [stranger.owner, notebook.path],
  ] as const;
  await expectNotFound('PUT', cases, { name: 'No' });
});
