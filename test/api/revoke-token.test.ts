import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { type Caller, openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/tokens';
const scenario = await openScenario();
const tenant = await scenario.aTenant();
const tokenOf = async (caller: Caller) => {
  const { body } = await caller.post<{ id: string; token: string }>('/api/v1/pats', { name: 'A token' });
  return { id: body.id, holder: scenario.callerWith(body.token) };
};

testWithActors('204: an Admin revokes a Member’s token; it is refused at once', async () => {
  const admin = await scenario.aUser(tenant, 'ADMIN');
  const { id, holder } = await tokenOf(await scenario.anEditor(tenant));
  expect((await holder.get('/api/v1/me')).status).toBe(200);
  expect((await admin.delete(`${path}/${id}`)).status).toBe(204);
  expect((await holder.get('/api/v1/me')).status).toBe(401);
  await expectNotFound('DELETE', [[admin, `${path}/${id}`]]);
});

testWithActors('403: only an Owner revokes an Owner’s token (OWNER_REQUIRED); a Member revokes none', async () => {
  const { id, holder } = await tokenOf(tenant.owner);
  const answer = await (await scenario.aUser(tenant, 'ADMIN')).delete(`${path}/${id}`);
  expect([answer.status, answer.body.code]).toEqual([403, 'OWNER_REQUIRED']);
  await expectForbidden([await scenario.anEditor(tenant)], 'DELETE', `${path}/${id}`);
  expect((await holder.get('/api/v1/me')).status).toBe(200);
  expect((await tenant.owner.delete(`${path}/${id}`)).status).toBe(204);
});

test('400: an id that is no uuid is refused', async () => {
  const { status, body } = await tenant.owner.delete(`${path}/mine`);
  expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER']);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'DELETE', `${path}/${absentId}`));

testWithActors('404: a token that is not there, and one of another tenant', async () => {
  const stranger = await scenario.aTenant();
  const { id, holder } = await tokenOf(stranger.owner);
  await expectNotFound('DELETE', [
    [tenant.owner, `${path}/${absentId}`],
    [tenant.owner, `${path}/${id}`],
  ]);
  expect((await holder.get('/api/v1/me')).status).toBe(200);
});
