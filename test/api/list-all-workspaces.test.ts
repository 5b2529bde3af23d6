import { expect, test } from 'vitest';
import { expectForbidden, expectInvalidQuery, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

type List = { data: { id: string; name: string; tenantId: string }[]; totalElements: number };

const path = '/api/manage/workspaces';
const scenario = await openScenario();

test('200: every workspace of the tenant', async () => {
  const { owner, tenantId, workspaceId } = await scenario.aTenant();
  const { status, body } = await owner.get<List>(path);
  expect(status).toBe(200);
  expect(body.data).toContainEqual({ id: workspaceId, name: expect.any(String), tenantId });
});

testWithActors('200: newest first, in pages, none of another tenant', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aWorkspace(tenant, 'Other');
  await scenario.aTenant();
  const admin = await scenario.aUser(tenant, 'ADMIN');
  const { body } = await admin.get<List>(path);
  expect(body.data.map(({ id }) => id)).toEqual([other, tenant.workspaceId]);
  await expectPaging(tenant.owner, path);
});

test('400: a page is at least 1, a size at most 100', async () =>
  expectInvalidQuery((await scenario.aTenant()).owner, path, ['page=0', 'size=101']));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: only Owners and Admins manage workspaces', async () => {
  const tenant = await scenario.aTenant();
  await expectForbidden([await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')], 'GET', path);
});
