import { expect, test } from 'vitest';
import { aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/workspaces';
const scenario = await openScenario();
const total = async ({ owner }: Tenant): Promise<unknown> => (await owner.get(path)).body['totalElements'];
const make = async ({ owner }: Tenant, name = 'Another') => {
  const { status, body } = await owner.post(path, { name });
  return [status, body.code];
};

testWithActors('201: the workspace is there at once, for a project too', async () => {
  const tenant = await scenario.aTenant();
  const { status, headers, body } = await tenant.owner.post(path, { name: 'Payments' });
  expect(status).toBe(201);
  expect(headers['location']).toBe(`${path}/${body.id}`);
  expect(body).toEqual({ id: body.id, name: 'Payments', tenantId: tenant.tenantId });
  expect((await tenant.owner.get('/api/v1/workspaces')).body['data']).toContainEqual(body);
  await aProject({ ...tenant, workspaceId: body.id! });
});

testWithActors('400: a name is needed, of 1 to 200 characters', async () => {
  const tenant = await scenario.aTenant();
  await expectInvalidBody(tenant.owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/name', 'REQUIRED'],
    [{ name: ' ' }, '#/name', 'BLANK'],
    [{ name: 'x'.repeat(201) }, '#/name', 'TOO_LONG'],
  ]);
  expect(await total(tenant)).toBe(1);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, { name: 'No' }));

testWithActors('403: only Owners and Admins; on PRO the Owner alone', async () => {
  const tenant = await scenario.aTenant();
  const admin = await scenario.aUser(tenant, 'ADMIN');
  expect((await admin.post(path, { name: 'Of the Admin' })).status).toBe(201);
  await expectForbidden([await scenario.anEditor(tenant)], 'POST', path, { name: 'No' });
  await scenario.grantTier(tenant.tenantId, 'PRO');
  await expectForbidden([admin], 'POST', path, { name: 'No' });
  expect(await make(tenant)).toEqual([201, undefined]);
});

testWithActors('403: PLAN_LIMIT_REACHED at one workspace on FREE and five on PRO', async () => {
  for (const [tier, limit] of [
    ['FREE', 1],
    ['PRO', 5],
  ] as const) {
    const tenant = await scenario.aTenant(tier);
    for (let count = 1; count < limit; count += 1) expect(await make(tenant)).toEqual([201, undefined]);
    await aProject(tenant);
    expect(await make(tenant)).toEqual([403, 'PLAN_LIMIT_REACHED']);
    expect(await total(tenant)).toBe(limit);
  }
});

testWithActors('403: READ_ONLY_OVER_LIMIT on FREE while there are more than one', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await make(tenant);
  await scenario.grantTier(tenant.tenantId, 'FREE');
  expect(await make(tenant)).toEqual([403, 'READ_ONLY_OVER_LIMIT']);
});
