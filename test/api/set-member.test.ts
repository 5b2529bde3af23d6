import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const memberOf = (workspaceId: string, userId: string) => `/api/manage/workspaces/${workspaceId}/members/${userId}`;

test('200: the user has the role in the workspace', async () => {
  const { owner, workspaceId } = await scenario.aTenant();
  const invitation = { email: `${Date.now()}@example.test`, role: 'VIEWER' };
  const { body: user } = await owner.post('/api/manage/users', invitation);
  for (const role of ['VIEWER', 'EDITOR']) {
    const answer = await owner.put(memberOf(workspaceId, user.id!), { role });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ workspaceId, userId: user.id, role });
  }
});

testWithActors('200: in force at the next request; a workspace Admin may do it for their workspace', async () => {
  const tenant = await scenario.aTenant();
  const outsider = await scenario.anOutsider(tenant);
  const admin = await scenario.aUser(tenant, 'MEMBER', { [tenant.workspaceId]: 'ADMIN' });
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  expect((await outsider.get(projects)).status).toBe(404);
  await admin.put(memberOf(tenant.workspaceId, outsider.userId), { role: 'VIEWER' });
  expect((await outsider.get(projects)).status).toBe(200);
});

test('400: the body is a workspace role', async () => {
  const tenant = await scenario.aTenant();
  await expectInvalidBody(tenant.owner, 'PUT', memberOf(tenant.workspaceId, tenant.userId), [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/role', 'REQUIRED'],
    [{ role: 'OWNER' }, '#/role', 'NOT_IN_ENUM'],
  ]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'PUT', memberOf(absentId, absentId), { role: 'VIEWER' }));

testWithActors('403: an Editor gives no roles', async () => {
  const tenant = await scenario.aTenant();
  const editor = await scenario.anEditor(tenant);
  await expectForbidden([editor], 'PUT', memberOf(tenant.workspaceId, editor.userId), { role: 'ADMIN' });
});

testWithActors('404: workspace or user of another tenant, or none', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aTenant();
  const places: [string, string][] = [
    [tenant.workspaceId, other.userId],
    [tenant.workspaceId, absentId],
    [other.workspaceId, tenant.userId],
    [absentId, tenant.userId],
  ];
  const cases = places.map((place) => [tenant.owner, memberOf(...place)] as const);
  await expectNotFound('PUT', cases, { role: 'VIEWER' });
});
