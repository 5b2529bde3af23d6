import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const users = '/api/manage/users';
const scenario = await openScenario();

test('204: the user is gone, and the address is free again', async () => {
  const { owner } = await scenario.aTenant();
  const invitation = { email: `${Date.now()}@example.test`, role: 'VIEWER' };
  const { body: user } = await owner.post(users, invitation);
  const { body: before } = await owner.get('/api/billing/subscription-status');
  const answer = await owner.delete(`${users}/${user.id}`);
  expect([answer.status, answer.text]).toEqual([204, '']);
  const { body: after } = await owner.get('/api/billing/subscription-status');
  expect(after['viewerCount']).toBe(Number(before['viewerCount']) - 1);
  expect((await owner.delete(`${users}/${user.id}`)).status).toBe(404);
  expect((await owner.post(users, invitation)).status).toBe(201);
});

testWithActors('204: every token of the user is dead at once', async () => {
  const tenant = await scenario.aTenant();
  const member = await scenario.anEditor(tenant);
  const { body: pat } = await member.post<{ token: string }>('/api/v1/pats', { name: 'Second' });
  expect((await tenant.owner.delete(`${users}/${member.userId}`)).status).toBe(204);
  for (const caller of [member, scenario.callerWith(pat.token)])
    expect((await caller.get('/api/v1/me')).status).toBe(401);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'DELETE', `${users}/${absentId}`));

testWithActors('403: only Owners and Admins; OWNER_REQUIRED for an Owner', async () => {
  const tenant = await scenario.aTenant();
  const member = await scenario.anEditor(tenant);
  await expectForbidden([member], 'DELETE', `${users}/${member.userId}`);
  const admin = await scenario.aUser(tenant, 'ADMIN');
  const refused = await admin.delete(`${users}/${tenant.userId}`);
  expect([refused.status, refused.body.code]).toEqual([403, 'OWNER_REQUIRED']);
});

testWithActors('404: a user of another tenant looks like none', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aTenant();
  const cases = [other.userId, absentId].map((id) => [tenant.owner, `${users}/${id}`] as const);
  await expectNotFound('DELETE', cases);
  expect((await other.owner.get('/api/v1/me')).status).toBe(200);
});

testWithActors('409: LAST_OWNER stays', async () => {
  const tenant = await scenario.aTenant();
  const refused = await tenant.owner.delete(`${users}/${tenant.userId}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'LAST_OWNER']);
  expect((await tenant.owner.get('/api/v1/me')).status).toBe(200);
});
