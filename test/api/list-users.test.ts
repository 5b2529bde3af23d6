import { expect, test } from 'vitest';
import { expectForbidden, expectInvalidQuery, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

type List = { data: { id: string; role: string; workspaceRoles: object }[]; totalElements: number };

const path = '/api/manage/users';
const scenario = await openScenario();

test('200: the users of the tenant with their stored roles', async () => {
  const { owner, userId } = await scenario.aTenant();
  const { status, body } = await owner.get<List>(`${path}?size=100`);
  expect(status).toBe(200);
  expect(body.data).toContainEqual({
    id: userId,
    email: expect.any(String),
    name: null,
    role: 'OWNER',
    workspaceRoles: {},
    status: 'ACTIVE',
    invitationExpiresAt: null,
    createdAt: expect.any(String),
  });
});

testWithActors('200: newest first, in pages, and nobody of another tenant', async () => {
  const tenant = await scenario.aTenant();
  await scenario.aTenant();
  const viewer = await scenario.aViewer(tenant);
  const admin = await scenario.aUser(tenant, 'ADMIN');
  const { body } = await admin.get<List>(path);
  expect(body.data.map(({ id }) => id)).toEqual([admin.userId, viewer.userId, tenant.userId]);
  expect(body.data[1]).toMatchObject({ role: 'MEMBER', workspaceRoles: { [tenant.workspaceId]: 'VIEWER' } });
  await expectPaging(tenant.owner, path);
});

test('200: those who have joined, or those who are invited', async () => {
  const { owner, userId } = await scenario.aTenant();
  const { body: invited } = await owner.post(path, { email: `${userId}@example.test`, role: 'VIEWER' });
  const idsOf = async (status: string) =>
    (await owner.get<List>(`${path}?size=100&status=${status}`)).body.data.map(({ id }) => id);
  expect(await idsOf('INVITED')).toContain(invited.id);
  expect(await idsOf('ACTIVE')).toContain(userId);
  expect(await idsOf('ACTIVE')).not.toContain(invited.id);
});

test('400: a page or status that cannot be is refused', async () => {
  const { owner } = await scenario.aTenant();
  await expectInvalidQuery(owner, path, ['page=0', 'size=101', 'status=GONE']);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: only Owners and Admins, with a token for the whole tenant', async () => {
  const tenant = await scenario.aTenant();
  const narrow = await tenant.owner.post<{ token: string }>('/api/v1/pats', {
    name: 'Narrow',
    scope: 'WORKSPACE',
    workspaceId: tenant.workspaceId,
  });
  const pro = await scenario.aTenant('PRO');
  await expectForbidden(
    [
      await scenario.anEditor(tenant),
      await scenario.aUser(tenant, 'VIEWER'),
      scenario.callerWith(narrow.body.token),
      await scenario.aUser(pro, 'ADMIN'),
    ],
    'GET',
    path,
  );
});
