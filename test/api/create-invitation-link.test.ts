import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { countsOf, linksPath as path } from '../support/newcomers.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const body = { role: 'MEMBER', maxUses: 3, expiresInDays: 30 };

test('201: the secret shows once, and nobody has a seat yet', async () => {
  const tenant = await scenario.aTenant();
  const before = await countsOf(tenant);
  const workspaceRoles = { [tenant.workspaceId]: 'EDITOR' };
  const answer = await tenant.owner.post(path, { ...body, email: 'Dana@example.test', workspaceRoles });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    role: 'MEMBER',
    workspaceRoles,
    email: 'Dana@example.test',
    maxUses: 3,
    usesLeft: 3,
    token: expect.stringMatching(/^dzi_[\w-]{43}$/),
    acceptUrl: expect.stringMatching(/\/api\/v1\/invitations\/dzi_[\w-]{43}\/accept$/),
    expiresAt: expect.any(String),
    createdAt: expect.any(String),
  });
  const { expiresAt, createdAt } = answer.body as Record<string, string>;
  expect(Date.parse(expiresAt!) - Date.parse(createdAt!)).toBeCloseTo(30 * 24 * 3600 * 1000, -3);
  expect(await countsOf(tenant)).toEqual(before);
});

testWithActors('201: an Admin may', async () => {
  const admin = await scenario.aUser(await scenario.aTenant(), 'ADMIN');
  expect((await admin.post(path, { ...body, email: null })).status).toBe(201);
});

test('400: every field keeps to its limits; an Owner is invited by name', async () => {
  const { owner } = await scenario.aTenant();
  await expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ maxUses: 1, expiresInDays: 1 }, '#/role', 'REQUIRED'],
    [{ ...body, role: 'OWNER' }, '#/role', 'NOT_IN_ENUM'],
    [{ ...body, maxUses: 0 }, '#/maxUses', 'TOO_SMALL'],
    [{ ...body, maxUses: 101 }, '#/maxUses', 'TOO_LARGE'],
    [{ ...body, maxUses: 1.5 }, '#/maxUses', 'INVALID_TYPE'],
    [{ role: 'VIEWER', expiresInDays: 1 }, '#/maxUses', 'REQUIRED'],
    [{ ...body, expiresInDays: 0 }, '#/expiresInDays', 'TOO_SMALL'],
    [{ ...body, expiresInDays: 31 }, '#/expiresInDays', 'TOO_LARGE'],
    [{ ...body, email: 'nobody' }, '#/email', 'INVALID_FORMAT'],
    [{ ...body, workspaceRoles: { [absentId]: 'OWNER' } }, `#/workspaceRoles/${absentId}`, 'NOT_IN_ENUM'],
  ]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, body));

testWithActors('403: Members and Viewers create none', async () => {
  const tenant = await scenario.aTenant();
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'POST', path, body);
});

test('404: a workspace that is not there', async () => {
  const { owner } = await scenario.aTenant();
  await expectNotFound('POST', [[owner, path]], { ...body, workspaceRoles: { [absentId]: 'VIEWER' } });
});
