import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { acceptPath, invite } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, testWithActors, testWithDeployment } from '../support/scenario.ts';

const people = await openPeople();
const scenario = await openScenario(localPorts(), people.manners);
const pathOf = (id: string) => `/api/manage/users/${id}/invitation`;
const address = () => `${randomUUID()}@example.test`;

testWithDeployment('201: a new secret, with which the person joins; the old one is void', async () => {
  const tenant = await scenario.aTenant();
  const email = address();
  const { id, invitation } = await invite(tenant, { email, role: 'VIEWER' });
  const { status, body } = await tenant.owner.post<typeof invitation>(pathOf(id));
  expect(status).toBe(201);
  expect(body).toEqual({
    token: expect.stringMatching(/^dzi_[\w-]{43}$/),
    acceptUrl: expect.stringContaining(`/api/v1/invitations/${body.token}/accept`),
    expiresAt: expect.any(String),
  });
  expect(body.token).not.toBe(invitation.token);
  const caller = scenario.callerWith(await people.token({ subject: randomUUID(), email }));
  expect((await caller.post(acceptPath(invitation.token))).status).toBe(404);
  expect((await caller.post(acceptPath(body.token))).status).toBe(200);
});

testWithActors('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', pathOf(absentId)),
);

testWithActors('403: only Owners and Admins; OWNER_REQUIRED for an invited Owner', async () => {
  const tenant = await scenario.aTenant();
  const { id } = await invite(tenant, { email: address(), role: 'OWNER' });
  await expectForbidden([await scenario.anEditor(tenant)], 'POST', pathOf(id));
  const refused = await (await scenario.aUser(tenant, 'ADMIN')).post(pathOf(id));
  expect([refused.status, refused.body.code]).toEqual([403, 'OWNER_REQUIRED']);
});

testWithActors('404: a user of another tenant looks like none', async () => {
  const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { id } = await invite(other, { email: address(), role: 'VIEWER' });
  await expectNotFound(
    'POST',
    [id, absentId].map((each) => [tenant.owner, pathOf(each)] as const),
  );
});

testWithActors('409: ALREADY_JOINED for a user who has', async () => {
  const tenant = await scenario.aTenant();
  const { userId } = await scenario.anEditor(tenant);
  const refused = await tenant.owner.post(pathOf(userId));
  expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_JOINED']);
});

test('201: the secret is nowhere at rest', async () => {
  const tenant = await scenario.aTenant();
  const { id } = await invite(tenant, { email: address(), role: 'VIEWER' });
  const { body } = await tenant.owner.post<{ token: string }>(pathOf(id));
  const { body: user } = await tenant.owner.get(`/api/manage/users/${id}`);
  expect(JSON.stringify(user)).not.toContain(body.token);
});
