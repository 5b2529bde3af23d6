import { expect, test } from 'vitest';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

type List = { data: { name: string; scope: string; id: string }[]; totalElements: number };

const scenario = await openScenario();
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const path = `${project.path}/test-personas`;

const add = async (owner: Tenant['owner'], place: string, name: string, scope = 'PROJECT') => {
  const description = 'Someone';
  const { status } = await owner.post(place, { name, description, authType: 'NONE', scope });
  expect(status).toBe(201);
};
for (const name of ['zoe', 'Adam', 'Mia']) await add(tenant.owner, path, name);

test('200: personas of the project by name, regardless of case', async () => {
  const { body } = await tenant.owner.get<List>(`${path}?scope=PROJECT`);
  expect(body.data.map(({ name }) => name)).toEqual(['Adam', 'Mia', 'zoe']);
});

testWithActors('200: nearest scope first, shadowed ones too, none of another project or workspace', async () => {
  const own = await scenario.aTenant();
  const first = `${(await aProject(own)).path}/test-personas`;
  const second = `${(await aProject(own)).path}/test-personas`;
  const otherWorkspace = { ...own, workspaceId: await scenario.aWorkspace(own, 'Other') };
  const third = `${(await aProject(otherWorkspace)).path}/test-personas`;
  await add(own.owner, first, 'Owner', 'TENANT');
  await add(own.owner, first, 'Auditor', 'TENANT');
  await add(own.owner, first, 'Owner', 'WORKSPACE');
  await add(own.owner, first, 'Owner');
  await add(own.owner, first, 'Buyer');
  await add(own.owner, second, 'Seller');
  const seen = async (place: string, query = '') =>
    (await own.owner.get<List>(`${place}?${query}`)).body.data.map(({ scope, name }) => `${scope} ${name}`);
  const inherited = ['WORKSPACE Owner', 'TENANT Auditor', 'TENANT Owner'];
  expect(await seen(first)).toEqual(['PROJECT Buyer', 'PROJECT Owner', ...inherited]);
  expect(await seen(second)).toEqual(['PROJECT Seller', ...inherited]);
  expect(await seen(third)).toEqual(['TENANT Auditor', 'TENANT Owner']);
  expect(await seen(first, 'scope=TENANT')).toEqual(['TENANT Auditor', 'TENANT Owner']);
  expect(await seen(first, 'name=own')).toEqual(['PROJECT Owner', 'WORKSPACE Owner', 'TENANT Owner']);
  expect(await seen(first, 'name=*er&scope=PROJECT')).toEqual(['PROJECT Buyer', 'PROJECT Owner']);
});

test('200: pages, past the end too', () => expectPaging(tenant.owner, path));

test('400: a scope that does not exist is refused', () =>
  expectInvalidQuery(tenant.owner, path, ['scope=project', 'scope=', `name=${'x'.repeat(201)}`]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

test('404: a project that is not there has no list', () =>
  expectNotFound('GET', [[tenant.owner, `${projectsOf(tenant)}/${absentId}/test-personas`]]));

testWithActors('404: the list of another tenant looks like none', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
