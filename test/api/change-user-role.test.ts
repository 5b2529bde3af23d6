import { expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testWithActors, testInProcess } from '../support/scenario.ts';

const users = '/api/manage/users';
const roleOf = (userId: string) => `${users}/${userId}/role`;
const scenario = await openScenario();

const counts = async ({ owner }: Tenant) => {
  const { body } = await owner.get('/api/billing/subscription-status');
  return [body['billableMembers'], body['viewerCount']];
};

test('200: the role changes, and the counts with it', async () => {
  const tenant = await scenario.aTenant();
  const { body: invited } = await tenant.owner.post(users, { email: `${Date.now()}@example.test`, role: 'VIEWER' });
  const { invitation: _secret, ...user } = invited;
  const [billable, viewers] = await counts(tenant);
  const answer = await tenant.owner.put(roleOf(user.id!), { role: 'MEMBER' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...user, role: 'MEMBER' });
  expect(await counts(tenant)).toEqual([Number(billable) + 1, Number(viewers) - 1]);
});

testWithActors('200: the new role is in force at the next request', async () => {
  const tenant = await scenario.aTenant();
  const admin = await scenario.aUser(tenant, 'ADMIN');
  expect((await admin.get(users)).status).toBe(200);
  await tenant.owner.put(roleOf(admin.userId), { role: 'VIEWER' });
  expect((await admin.get(users)).status).toBe(403);
});

testWithActors('400: the body is a role, and BILLABLE_CAP_REACHED keeps a Viewer a Viewer', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const viewer = await scenario.aUser(tenant, 'VIEWER');
  await expectInvalidBody(tenant.owner, 'PUT', roleOf(viewer.userId), [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/role', 'REQUIRED'],
    [{ role: 'BOSS' }, '#/role', 'NOT_IN_ENUM'],
  ]);
  await scenario.target.tables!(tenant.tenantId).update(keys.billing(mintScope.tenant(tenant.tenantId)), [
    set('maxBillableUsers', 1),
  ]);
  const refused = await tenant.owner.put(roleOf(viewer.userId), { role: 'MEMBER' });
  expect([refused.status, refused.body.code]).toEqual([400, 'BILLABLE_CAP_REACHED']);
  expect(await counts(tenant)).toEqual([1, 1]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'PUT', roleOf(absentId), { role: 'VIEWER' }));

testWithActors('403: only Owners and Admins; OWNER_REQUIRED to make or unmake an Owner', async () => {
  const tenant = await scenario.aTenant();
  const member = await scenario.anEditor(tenant);
  await expectForbidden([member], 'PUT', roleOf(member.userId), { role: 'ADMIN' });
  const admin = await scenario.aUser(tenant, 'ADMIN');
  for (const [userId, role] of [
    [admin.userId, 'OWNER'],
    [tenant.userId, 'VIEWER'],
  ] as const) {
    const refused = await admin.put(roleOf(userId), { role });
    expect([refused.status, refused.body.code]).toEqual([403, 'OWNER_REQUIRED']);
  }
});

testWithActors('403: PLAN_LIMIT_REACHED for a promotion on Free', async () => {
  const tenant = await scenario.aTenant('FREE');
  const viewer = await scenario.aUser(tenant, 'VIEWER');
  const refused = await tenant.owner.put(roleOf(viewer.userId), { role: 'MEMBER' });
  expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
});

testWithActors('404: a user of another tenant looks like none', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aTenant();
  const cases = [other.userId, absentId].map((id) => [tenant.owner, roleOf(id)] as const);
  await expectNotFound('PUT', cases, { role: 'VIEWER' });
});

testWithActors('409: LAST_OWNER stays; of two who step down at once, one does', async () => {
  const tenant = await scenario.aTenant('TEAM');
  const refused = await tenant.owner.put(roleOf(tenant.userId), { role: 'ADMIN' });
  expect([refused.status, refused.body.code]).toEqual([409, 'LAST_OWNER']);
  const second = await scenario.aUser(tenant, 'OWNER');
  const answers = await Promise.all([
    tenant.owner.put(roleOf(tenant.userId), { role: 'VIEWER' }),
    second.put(roleOf(second.userId), { role: 'VIEWER' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

testInProcess('402: after a declined seat nobody is promoted beyond what is paid: SEAT_PAYMENT_REQUIRED', async () => {
  const tenant = await scenario.aTenant();
  const viewer = await scenario.aUser(tenant, 'VIEWER');
  for (let count = 0; count < 2; count += 1) await scenario.aUser(tenant, 'MEMBER');
  await scenario.grantTier(tenant.tenantId, 'TEAM', { seatPayment: 'DECLINED', periodSeats: 3 });
  const { body: me } = await viewer.get('/api/v1/me');
  const promote = () => tenant.owner.put(`/api/manage/users/${me['userId']}/role`, { role: 'MEMBER' });
  const refused = await promote();
  expect([refused.status, refused.body.code]).toEqual([402, 'SEAT_PAYMENT_REQUIRED']);
  await scenario.grantTier(tenant.tenantId, 'TEAM');
  expect((await promote()).status).toBe(200);
});
