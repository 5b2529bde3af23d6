import { expect, test } from 'vitest';
import { expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/v1/me';
const scenario = await openScenario();

test('200: an Owner is admin of every workspace', async () => {
  const { owner, tenantId, userId, workspaceId } = await scenario.aTenant();
  const answer = await owner.get(path);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ userId, tenantId, tier: 'TEAM', storedRole: 'OWNER', effectiveRole: 'OWNER' });
  expect(answer.body['workspaces']).toContainEqual({ workspaceId, storedRole: null, effectiveRole: 'ADMIN' });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

testWithActors('200: while the tier is PRO everybody but the Owner is shown as a Viewer', async () => {
  const tenant = await scenario.aTenant('PRO');
  const editor = await scenario.anEditor(tenant);
  const { body } = await editor.get(path);
  const workspaces = [{ workspaceId: tenant.workspaceId, storedRole: 'EDITOR', effectiveRole: 'VIEWER' }];
  expect(body).toMatchObject({ tier: 'PRO', storedRole: 'MEMBER', effectiveRole: 'VIEWER', workspaces });
});

testWithActors('200: a workspace without membership is not shown', async () => {
  const tenant = await scenario.aTenant();
  const editor = await scenario.anEditor(tenant);
  await scenario.aWorkspace(tenant, 'Not mine');
  const { body } = await editor.get<{ workspaces: { workspaceId: string }[] }>(path);
  expect(body.workspaces.map(({ workspaceId }) => workspaceId)).toEqual([tenant.workspaceId]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

test('200: the request id of the caller comes back', async () => {
  const { owner } = await scenario.aTenant();
  const answer = await owner.send('GET', path, undefined, { 'x-request-id': 'my-own-id_1' });
  expect(answer.headers['x-request-id']).toBe('my-own-id_1');
});
