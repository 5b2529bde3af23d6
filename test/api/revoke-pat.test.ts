import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/v1/pats';
const scenario = await openScenario();
const tenant = await scenario.aTenant();
const aToken = async (name: string) => {
  const { body } = await tenant.owner.post<{ id: string; token: string }>(path, { name });
  return { id: body.id, caller: scenario.callerWith(body.token) };
};

test('204: a revoked token is refused at once and for good', async () => {
  const { id, caller } = await aToken('Leaked');
  expect((await caller.get('/api/v1/me')).status).toBe(200);
  const answer = await tenant.owner.delete(`${path}/${id}`);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect((await caller.get('/api/v1/me')).status).toBe(401);
  const { body } = await tenant.owner.get<{ data: { id: string }[] }>(`${path}?size=100`);
  expect(body.data.map((token) => token.id)).not.toContain(id);
  await expectNotFound('DELETE', [[tenant.owner, `${path}/${id}`]]);
});

test('204: a token may revoke itself', async () => {
  const { id, caller } = await aToken('Itself');
  expect((await caller.delete(`${path}/${id}`)).status).toBe(204);
  expect((await caller.get('/api/v1/me')).status).toBe(401);
});

test('401: a revoked token is refused like one that never was', async () => {
  const { id, caller } = await aToken('Gone');
  await tenant.owner.delete(`${path}/${id}`);
  const requestId = { 'x-request-id': 'same-request-id' };
  const revoked = await caller.send('GET', '/api/v1/me', undefined, requestId);
  const nobody = await scenario.nobody.send('GET', '/api/v1/me', undefined, requestId);
  expect([revoked.status, revoked.text]).toEqual([401, nobody.text]);
});

test('401: a call that proves nobody is refused', async () => {
  const { id, caller } = await aToken('Guarded');
  await expectUnauthenticated(scenario, 'DELETE', `${path}/${id}`);
  expect((await caller.get('/api/v1/me')).status).toBe(200);
});

test('403: a token that may only read revokes nothing', async () => {
  const { body } = await tenant.owner.post<{ id: string; token: string }>(path, { name: 'Reader', access: 'READ' });
  await expectForbidden([scenario.callerWith(body.token)], 'DELETE', `${path}/${body.id}`);
});

test('400: an id that is no uuid is refused', async () => {
  const { status, body } = await tenant.owner.delete(`${path}/mine`);
  expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER']);
});

test('404: a token that is not there', () => expectNotFound('DELETE', [[tenant.owner, `${path}/${absentId}`]]));

testWithActors("404: another user's token looks like none and goes on", async () => {
  const { id, caller } = await aToken('Mine');
  const admin = await scenario.aUser(tenant, 'ADMIN');
  const stranger = await scenario.aTenant();
  await expectNotFound('DELETE', [
    [admin, `${path}/${id}`],
    [stranger.owner, `${path}/${id}`],
  ]);
  expect((await caller.get('/api/v1/me')).status).toBe(200);
});

testWithActors('404: a workspace token revokes no token beyond its workspace', async () => {
  const { id, caller } = await aToken('Wide');
  const fields = { name: 'Narrow', scope: 'WORKSPACE', workspaceId: tenant.workspaceId };
  const { body } = await tenant.owner.post<{ token: string }>(path, fields);
  await expectNotFound('DELETE', [[scenario.callerWith(body.token), `${path}/${id}`]]);
  expect((await caller.get('/api/v1/me')).status).toBe(200);
});
