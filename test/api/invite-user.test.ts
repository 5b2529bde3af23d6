import { expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testWithActors, testInProcess } from '../support/scenario.ts';

const path = '/api/manage/users';
const scenario = await openScenario();
let made = 0;
const address = () => `user-${Date.now()}-${(made += 1)}@example.test`;

/** The counts that the tenant pays by. */
const counts = async ({ owner }: Tenant) => {
  const { body } = await owner.get('/api/billing/subscription-status');
  return [body['billableMembers'], body['viewerCount']];
};

test('201: the invited user is there with the role, and counted; the secret shows once', async () => {
  const tenant = await scenario.aTenant();
  const [, viewers] = await counts(tenant);
  const email = address();
  const answer = await tenant.owner.post(path, {
    email,
    name: 'Ada',
    role: 'VIEWER',
    workspaceRoles: { [tenant.workspaceId]: 'VIEWER' },
  });
  expect(answer.status).toBe(201);
  expect(answer.headers['location']).toBe(`${path}/${answer.body.id}`);
  expect(answer.body).toEqual({
    id: expect.any(String),
    email,
    name: 'Ada',
    role: 'VIEWER',
    workspaceRoles: { [tenant.workspaceId]: 'VIEWER' },
    status: 'INVITED',
    invitationExpiresAt: expect.any(String),
    createdAt: expect.any(String),
    invitation: {
      token: expect.stringMatching(/^dzi_[\w-]{43}$/),
      acceptUrl: expect.stringMatching(/\/api\/v1\/invitations\/dzi_[\w-]{43}\/accept$/),
      expiresAt: answer.body['invitationExpiresAt'],
    },
  });
  const { createdAt, invitationExpiresAt, invitation: _secret, ...shown } = answer.body;
  expect(Date.parse(String(invitationExpiresAt)) - Date.parse(String(createdAt))).toBeCloseTo(7 * 24 * 3600 * 1000, -3);
  expect((await counts(tenant))[1]).toBe(Number(viewers) + 1);
  const { body: list } = await tenant.owner.get<{ data: unknown[] }>(path);
  expect(list.data[0]).toEqual({ ...shown, createdAt, invitationExpiresAt });
});

testWithActors('201: an Admin invites everybody but Owners: OWNER_REQUIRED', async () => {
  const tenant = await scenario.aTenant();
  const admin = await scenario.aUser(tenant, 'ADMIN');
  expect((await admin.post(path, { email: address(), role: 'ADMIN' })).status).toBe(201);
  const refused = await admin.post(path, { email: address(), role: 'OWNER' });
  expect([refused.status, refused.body.code]).toEqual([403, 'OWNER_REQUIRED']);
  expect((await tenant.owner.post(path, { email: address(), role: 'OWNER' })).status).toBe(201);
  expect(await counts(tenant)).toEqual([4, 0]);
});

test('400: every field keeps to its limits, and nobody is counted', async () => {
  const tenant = await scenario.aTenant();
  const before = await counts(tenant);
  const email = address();
  await expectInvalidBody(tenant.owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ role: 'VIEWER' }, '#/email', 'REQUIRED'],
    [{ email: 'nobody', role: 'VIEWER' }, '#/email', 'INVALID_FORMAT'],
    [{ email: `${'x'.repeat(250)}@a.de`, role: 'VIEWER' }, '#/email', 'TOO_LONG'],
    [{ email: `${'x'.repeat(65)}@a.de`, role: 'VIEWER' }, '#/email', 'INVALID_FORMAT'],
    [{ email }, '#/role', 'REQUIRED'],
    [{ email, role: 'EDITOR' }, '#/role', 'NOT_IN_ENUM'],
    [{ email, role: 'VIEWER', name: ' ' }, '#/name', 'BLANK'],
    [{ email, role: 'VIEWER', workspaceRoles: { [absentId]: 'OWNER' } }, `#/workspaceRoles/${absentId}`, 'NOT_IN_ENUM'],
  ]);
  expect(await counts(tenant)).toEqual(before);
});

testWithActors('400: BILLABLE_CAP_REACHED at the cap; a Viewer still comes in', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await scenario.target.tables!(tenant.tenantId).update(keys.billing(mintScope.tenant(tenant.tenantId)), [
    set('maxBillableUsers', 2),
  ]);
  const invite = (role: string) => tenant.owner.post(path, { email: address(), role });
  expect((await invite('MEMBER')).status).toBe(201);
  const refused = await invite('ADMIN');
  expect([refused.status, refused.body.code]).toEqual([400, 'BILLABLE_CAP_REACHED']);
  expect((await invite('VIEWER')).status).toBe(201);
  expect(await counts(tenant)).toEqual([2, 1]);
});

testWithActors('400: however many are invited at once, the cap holds exactly', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await scenario.target.tables!(tenant.tenantId).update(keys.billing(mintScope.tenant(tenant.tenantId)), [
    set('maxBillableUsers', 6),
  ]);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => tenant.owner.post(path, { email: address(), role: 'MEMBER' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ body }) => body.code === 'BILLABLE_CAP_REACHED')).toHaveLength(25);
  expect(await counts(tenant)).toEqual([6, 0]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', path, { email: 'a@example.test', role: 'VIEWER' }));

testWithActors('403: only Owners and Admins', async () => {
  const tenant = await scenario.aTenant();
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'POST', path, { email: address(), role: 'VIEWER' });
});

testWithActors('403: PLAN_LIMIT_REACHED for a second billable user on Free and Pro', async () => {
  for (const tier of ['FREE', 'PRO'] as const) {
    const { owner } = await scenario.aTenant(tier);
    const refused = await owner.post(path, { email: address(), role: 'MEMBER' });
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
    expect((await owner.post(path, { email: address(), role: 'VIEWER' })).status).toBe(201);
  }
});

testWithActors(
  '403: READ_ONLY_OVER_LIMIT for anybody, Viewers too, while something is above the limits of Free',
  async () => {
    const tenant = await scenario.aTenant('TEAM');
    const project = await aProject(tenant);
    for (let count = 0; count < 4; count += 1) await aFeature(tenant, project);
    await scenario.grantTier(tenant.tenantId, 'FREE');
    for (const role of ['MEMBER', 'VIEWER']) {
      const refused = await tenant.owner.post(path, { email: address(), role });
      expect([refused.status, refused.body.code]).toEqual([403, 'READ_ONLY_OVER_LIMIT']);
    }
    expect(await counts(tenant)).toEqual([1, 0]);
  },
);

testWithActors('404: a workspace that the tenant does not have', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aTenant();
  for (const workspaceId of [absentId, other.workspaceId]) {
    const body = { email: address(), role: 'VIEWER', workspaceRoles: { [workspaceId]: 'VIEWER' } };
    await expectNotFound('POST', [[tenant.owner, path]], body);
  }
  expect(await counts(tenant)).toEqual([1, 0]);
});

testWithActors('201: several tenants invite the same address, of whomever it is, with the same answer', async () => {
  const tenants = await Promise.all([scenario.aTenant(), scenario.aTenant(), scenario.aTenant()]);
  const unknown = address();
  const member = await scenario.aViewer(tenants[0]);
  const { body: known } = await member.get<{ email: string }>('/api/v1/me');
  for (const email of [unknown, known.email])
    for (const { owner } of tenants.slice(1))
      expect((await owner.post(path, { email, role: 'VIEWER' })).status).toBe(201);
});

test('409: EMAIL_CONFLICT where the tenant has the address, whatever its case', async () => {
  const tenant = await scenario.aTenant();
  const email = address();
  expect((await tenant.owner.post(path, { email, role: 'VIEWER' })).status).toBe(201);
  const before = await counts(tenant);
  const refused = await tenant.owner.post(path, { email: email.toUpperCase(), role: 'VIEWER' });
  expect([refused.status, refused.body.code]).toEqual([409, 'EMAIL_CONFLICT']);
  expect(await counts(tenant)).toEqual(before);
});

testInProcess('402: after a declined seat nobody is invited beyond what is paid, but Viewers', async () => {
  const tenant = await scenario.aTenant();
  await scenario.grantTier(tenant.tenantId, 'TEAM', { seatPayment: 'DECLINED', periodSeats: 3 });
  const invited = async (role: string) => {
    const { status, body } = await tenant.owner.post(path, { email: address(), role });
    return [status, body.code];
  };
  expect(await invited('MEMBER')).toEqual([201, undefined]);
  expect(await invited('ADMIN')).toEqual([201, undefined]);
  expect(await invited('MEMBER')).toEqual([402, 'SEAT_PAYMENT_REQUIRED']);
  expect(await invited('VIEWER')).toEqual([201, undefined]);
  expect(await counts(tenant)).toEqual([3, 1]);
});
