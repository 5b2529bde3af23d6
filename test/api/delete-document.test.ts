import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const { scenario, tenant, aFeature } = await openRoad();
const feature = await aFeature();
const aDocument = async () => {
  const document = { name: 'Requirements', type: 'PRD', content: 'Shared' };
  const { body } = await tenant.owner.post(`${feature.path}/documents`, document);
  return `${feature.path}/documents/${body.id}`;
};

test('204: the document is gone, another with the same content stays', async () => {
  const [path, twin] = [await aDocument(), await aDocument()];
  const answer = await tenant.owner.delete(path);
  expect([answer.status, answer.text]).toEqual([204, '']);
  await expectNotFound('GET', [[tenant.owner, path]]);
  await expectNotFound('DELETE', [[tenant.owner, path]]);
  expect((await tenant.owner.get(twin)).body).toMatchObject({ content: 'Shared' });
});

test('401: a call that proves nobody is refused', async () =>
  expectUnauthenticated(scenario, 'DELETE', await aDocument()));

testWithActors('403: a Viewer deletes nothing', async () => {
  const path = await aDocument();
  await expectForbidden([await scenario.aViewer(tenant)], 'DELETE', path);
  expect((await tenant.owner.get(path)).status).toBe(200);
});

test('404: a document that is not there', () =>
  expectNotFound('DELETE', [[tenant.owner, `${feature.path}/documents/${absentId}`]]));
