import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const memberOf = (workspaceId: string, userId: string) => `/api/manage/workspaces/${workspaceId}/members/${userId}`;

test('204: the user no longer belongs to the workspace', async () => {
  const { owner, workspaceId } = await scenario.aTenant();
  const invitation = {
    email: `${Date.now()}@example.test`,
    role: 'VIEWER',
    workspaceRoles: { [workspaceId]: 'VIEWER' },
  };
  const { body: user } = await owner.post('/api/manage/users', invitation);
  const answer = await owner.delete(memberOf(workspaceId, user.id!));
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect((await owner.delete(memberOf(workspaceId, user.id!))).status).toBe(404);
});

testWithActors('204: in force at the next request', async () => {
  const tenant = await scenario.aTenant();
  const editor = await scenario.anEditor(tenant);
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  expect((await editor.get(projects)).status).toBe(200);
  await tenant.owner.delete(memberOf(tenant.workspaceId, editor.userId));
  expect((await editor.get(projects)).status).toBe(404);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'DELETE', memberOf(absentId, absentId)));

testWithActors('403: an Editor takes nobody out', async () => {
  const tenant = await scenario.aTenant();
  const editor = await scenario.anEditor(tenant);
  await expectForbidden([editor], 'DELETE', memberOf(tenant.workspaceId, editor.userId));
});

testWithActors('404: somebody who is no member, or no user, or in no workspace of the tenant', async () => {
  const tenant = await scenario.aTenant();
  const other = await scenario.aTenant();
  const outsider = await scenario.anOutsider(tenant);
  const places: [string, string][] = [
    [tenant.workspaceId, outsider.userId],
    [tenant.workspaceId, other.userId],
    [other.workspaceId, tenant.userId],
    [absentId, tenant.userId],
  ];
  await expectNotFound(
    'DELETE',
    places.map((place) => [tenant.owner, memberOf(...place)] as const),
  );
});
