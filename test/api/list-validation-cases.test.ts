import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { aDocument, generate } from '../support/generate.ts';
import { openRoad } from '../support/road.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const path = `${project.path}/validation-cases`;
type List = { data: { featureId: string; status: string; name: string }[]; totalElements: number };
const list = async (query = '') => (await tenant.owner.get<List>(`${path}${query}`)).body;

test('200: the cases of the project, last generated first; filtered by feature and status', async () => {
  expect(await list()).toEqual({ data: [], page: 1, size: 10, totalElements: 0 });
  const [one, two] = [await aFeature(), await aFeature()];
  await aDocument(tenant.owner, one.path, '- It must print.\n- It must read.\n');
  await aDocument(tenant.owner, two.path, '- It must sing.\n');
  await generate(tenant.owner, project.path, one.id);
  await generate(tenant.owner, project.path, two.id);
  expect((await list()).data.map(({ name }) => name)).toEqual(['It must sing.', 'It must print.', 'It must read.']);
  expect(await list(`?featureId=${one.id}`)).toMatchObject({ totalElements: 2 });
  expect(await list(`?featureId=${absentId}`)).toMatchObject({ totalElements: 0 });
  expect(await list('?status=Active')).toMatchObject({ totalElements: 3 });
  expect(await list('?status=')).toMatchObject({ totalElements: 3 });
  expect(await list('?status=nothing')).toMatchObject({ data: [], totalElements: 0 });
  await expectPaging(tenant.owner, path);
});

test('400: parameters that cannot be are refused', () =>
  expectInvalidQuery(tenant.owner, path, ['page=0', 'size=101', 'featureId=x', 'status=a&status=b']));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

test('404: a project that is not there', () =>
  expectNotFound('GET', [[tenant.owner, path.replace(project.id, absentId)]]));
