import { expect, test } from 'vitest';
import { expectInvalidQuery, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

type List = { data: { id: string; name: string; tenantId: string }[]; totalElements: number };

const path = '/api/v1/workspaces';
const scenario = await openScenario();

test('200: the workspaces of the tenant', async () => {
  const { owner, tenantId, workspaceId } = await scenario.aTenant();
  const { status, body } = await owner.get<List>(path);
  expect(status).toBe(200);
  expect(body.data).toContainEqual({ id: workspaceId, name: expect.any(String), tenantId });
});

testWithActors('200: newest first, filtered by a part of the name or a wildcard', async () => {
  const tenant = await scenario.aTenant();
  for (const name of ['Payments', 'Shipping', 'Repayments']) await scenario.aWorkspace(tenant, name);
  const names = async (query: string) =>
    (await tenant.owner.get<List>(`${path}?${query}`)).body.data.map(({ name }) => name);
  expect(await names('')).toEqual(['Repayments', 'Shipping', 'Payments', 'First workspace']);
  expect(await names('name=PAYMENT')).toEqual(['Repayments', 'Payments']);
  expect(await names('name=pay*')).toEqual(['Payments']);
  expect(await names('name=')).toHaveLength(4);
  expect(await names('name=nowhere')).toEqual([]);
});

testWithActors('200: members see those that they belong to, admins all, nobody those of another tenant', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aWorkspace(tenant, 'Other');
  await scenario.aTenant();
  const seen = async (caller: { get<T>(path: string): Promise<{ body: T }> }) =>
    (await caller.get<List>(path)).body.data.map(({ id }) => id);
  const ids = [other, tenant.workspaceId];
  expect(await seen(tenant.owner)).toEqual(ids);
  expect(await seen(await scenario.aUser(tenant, 'ADMIN'))).toEqual(ids);
  expect(await seen(await scenario.aViewer(tenant))).toEqual([tenant.workspaceId]);
  expect(await seen(await scenario.aUser(tenant, 'VIEWER', { [other]: 'VIEWER' }))).toEqual([other]);
  expect(await seen(await scenario.anOutsider(tenant))).toEqual([]);
});

testWithActors('200: pages, past the end too', async () => {
  const tenant = await scenario.aTenant();
  for (const name of ['Two', 'Three']) await scenario.aWorkspace(tenant, name);
  await expectPaging(tenant.owner, path);
});

test('400: a pattern that is too long is refused', async () => {
  const { owner } = await scenario.aTenant();
  await expectInvalidQuery(owner, path, [`name=${'x'.repeat(201)}`, 'name=a&name=b']);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));
