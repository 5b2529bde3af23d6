import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';

const { scenario, tenant, project, aFeature } = await openRoad();

test('200: the documents of the feature without content, newest first', async () => {
  const [feature, other] = [await aFeature(), await aFeature()];
  for (const name of ['First', 'Second'])
    await tenant.owner.post(`${feature.path}/documents`, { name, type: 'TRD', content: name });
  await tenant.owner.post(`${other.path}/documents`, { name: 'Elsewhere', type: 'PRD', content: '' });
  const { status, body } = await tenant.owner.get<{ data: { name: string }[] }>(`${feature.path}/documents`);
  expect(status).toBe(200);
  expect(body.data.map(({ name }) => name)).toEqual(['Second', 'First']);
  expect(body.data[0]).not.toHaveProperty('content');
  await expectPaging(tenant.owner, `${feature.path}/documents`);
});

test('400: a page that cannot be is refused', async () => {
  const { path } = await aFeature();
  await expectInvalidQuery(tenant.owner, `${path}/documents`, ['page=0', 'size=101']);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'GET', `${project.path}/features/${absentId}/documents`));

test('404: a feature that is not there', () =>
  expectNotFound('GET', [[tenant.owner, `${project.path}/features/${absentId}/documents`]]));
