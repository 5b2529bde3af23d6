import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns, verifiedDomain } from '../support/domains.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { acceptPath, invite } from '../support/join.ts';
import { aFullFreeTenant, aLink, countsOf, fill } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, testInProcess, testWithActors, testWithDeployment } from '../support/scenario.ts';

const people = await openPeople();
const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns), people.manners);
const unknown = `dzi_${'x'.repeat(43)}`;

const aPerson = async (email = `${randomUUID()}@example.test`) => {
  const person = { subject: randomUUID(), email };
  return { email, caller: scenario.callerWith(await people.token(person)) };
};
type Me = { tenantId: string; userId: string; storedRole: string; workspaces: unknown[] };

testWithDeployment('200: the person is the invited user from then on, with the roles of the invitation', async () => {
  const tenant = await scenario.aTenant();
  const { caller, email } = await aPerson(`Some.One-${randomUUID()}@Example.test`);
  const workspaceRoles = { [tenant.workspaceId]: 'EDITOR' };
  const { id, invitation } = await invite(tenant, { email: email.toLowerCase(), role: 'MEMBER', workspaceRoles });
  const { status, body } = await caller.post(acceptPath(invitation.token));
  expect(status).toBe(200);
  expect(body).toEqual({ outcome: 'JOINED', tenantId: tenant.tenantId, userId: id, role: 'MEMBER' });
  const { body: me } = await caller.get<Me>('/api/v1/me');
  expect(me).toMatchObject({ tenantId: tenant.tenantId, userId: id, storedRole: 'MEMBER' });
  expect(me.workspaces).toHaveLength(1);
  const { body: user } = await tenant.owner.get(`/api/manage/users/${id}`);
  expect(user).toMatchObject({ status: 'ACTIVE', invitationExpiresAt: null });
});

testWithDeployment('200: again, by the same person, it has the same answer and changes nothing', async () => {
  const tenant = await scenario.aTenant();
  const { caller, email } = await aPerson();
  const { invitation } = await invite(tenant, { email, role: 'VIEWER' });
  const key = { 'idempotency-key': randomUUID() };
  const path = acceptPath(invitation.token);
  const answers = [
    await caller.send('POST', path, undefined, key),
    await caller.send('POST', path, undefined, key),
    await caller.post(path),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
});

testWithActors('200: the own tenant, never used, is closed; its tokens are dead', async () => {
  const tenant = await scenario.aTenant();
  const { caller, email } = await aPerson();
  const { body: own } = await caller.get<Me>('/api/v1/me');
  const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'Of the own tenant' });
  const { invitation } = await invite(tenant, { email, role: 'VIEWER' });
  await verifiedDomain({ owner: scenario.callerWith(pat.token) }, dns);
  expect((await caller.post(acceptPath(invitation.token))).status).toBe(200);
  expect((await scenario.callerWith(pat.token).get('/api/v1/me')).status).toBe(401);
  for (const partition of ['', '#DOM']) {
    const { items } = await scenario.target.tables!(own.tenantId).query({ pk: `T#${own.tenantId}${partition}` });
    expect(items).toEqual([]);
  }
});

testWithDeployment(
  '200: by a link of the tenant, so often as it says; again by the same person uses nothing',
  async () => {
    const tenant = await scenario.aTenant();
    const workspaceRoles = { [tenant.workspaceId]: 'EDITOR' };
    const { token } = await aLink(tenant, { maxUses: 2, workspaceRoles });
    const path = acceptPath(token);
    const [first, second, third] = [await aPerson(), await aPerson(), await aPerson()];
    const joined = await first.caller.post<{ userId: string }>(path);
    expect(joined.status).toBe(200);
    expect(joined.body).toMatchObject({ outcome: 'JOINED', tenantId: tenant.tenantId, role: 'MEMBER' });
    expect((await first.caller.post(path)).body).toEqual(joined.body);
    const { body: me } = await first.caller.get<Me>('/api/v1/me');
    expect(me).toMatchObject({ userId: joined.body.userId, storedRole: 'MEMBER' });
    expect(me.workspaces).toHaveLength(1);
    expect((await second.caller.post(path)).status).toBe(200);
    expect((await third.caller.post(path)).status).toBe(404);
    expect((await first.caller.post(path)).status).toBe(200);
    expect(await countsOf(tenant)).toEqual([3, 0]);
  },
);

testWithDeployment('200: by a link a FREE tenant within its limits takes a Viewer', async () => {
  const { token } = await aLink(await aFullFreeTenant(scenario), { role: 'VIEWER' });
  const { caller } = await aPerson();
  expect((await caller.post(acceptPath(token))).body).toMatchObject({ outcome: 'JOINED', role: 'VIEWER' });
});

testWithActors(
  '200: by a link without a seat left the person is offered to be a Viewer, and is one by consent',
  async () => {
    const tenant = await scenario.aTenant();
    const { token } = await aLink(tenant, { maxUses: 1 });
    await fill(scenario, tenant);
    const { caller } = await aPerson();
    const { body: own } = await caller.get<Me>('/api/v1/me');
    const offered = await caller.post(acceptPath(token));
    expect(offered.body).toEqual({
      outcome: 'CONSENT_REQUIRED',
      offeredRole: 'VIEWER',
      reason: 'BILLABLE_CAP_REACHED',
    });
    expect((await caller.get<Me>('/api/v1/me')).body.tenantId).toBe(own.tenantId);
    const joined = await caller.post(acceptPath(token), { consentToViewer: true });
    expect(joined.body).toMatchObject({ outcome: 'JOINED', role: 'VIEWER' });
    expect(await countsOf(tenant)).toEqual([1, 1]);
  },
);

testInProcess('200: of many at once exactly so many join by a link as it has uses', async () => {
  const tenant = await scenario.aTenant();
  const { token } = await aLink(tenant, { maxUses: 5 });
  const persons = await Promise.all(Array.from({ length: 20 }, () => aPerson()));
  const answers = await Promise.all(persons.map(({ caller }) => caller.post(acceptPath(token))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 200),
    ...Array.from({ length: 15 }, () => 404),
  ]);
  expect(await countsOf(tenant)).toEqual([6, 0]);
});

testWithActors('400: consent is yes or no', async () => {
  const { caller } = await aPerson();
  await expectInvalidBody(caller, 'POST', acceptPath(unknown), [
    [{ consentToViewer: 1 }, '#/consentToViewer', 'INVALID_TYPE'],
  ]);
});

testWithActors('403: a link for one address is nobody else’s; any link needs a verified address', async () => {
  const tenant = await scenario.aTenant();
  const invited = await aPerson();
  const { token } = await aLink(tenant, { email: invited.email.toUpperCase() });
  const stranger = await aPerson();
  const refused = await stranger.caller.post(acceptPath(token));
  expect([refused.status, refused.body.code]).toEqual([403, 'INVITATION_NOT_YOURS']);
  expect(refused.text).not.toContain(invited.email);
  const { token: open } = await aLink(tenant);
  const unverified = { subject: randomUUID(), email: `${randomUUID()}@example.test`, isVerified: false };
  await expectForbidden([scenario.callerWith(await people.token(unverified))], 'POST', acceptPath(open));
  expect(await countsOf(tenant)).toEqual([1, 0]);
  expect((await invited.caller.post(acceptPath(token))).status).toBe(200);
});

testInProcess('404: a link whose time is over', async () => {
  const tenant = await scenario.aTenant();
  const { id, token } = await aLink(tenant);
  const link = keys.link(mintScope.tenant(tenant.tenantId), id);
  await scenario.target.tables!(tenant.tenantId).update(link, [
    set('validUntil', new Date(Date.now() - 1).toISOString()),
  ]);
  await expectNotFound('POST', [[(await aPerson()).caller, acceptPath(token)]]);
  expect(await countsOf(tenant)).toEqual([1, 0]);
});

testWithActors('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', acceptPath(unknown)),
);

testWithActors(
  '403: a token of ours accepts nothing; INVITATION_NOT_YOURS for another address, which is not told',
  async () => {
    const tenant = await scenario.aTenant();
    const { email } = await aPerson();
    const { invitation } = await invite(tenant, { email, role: 'VIEWER' });
    await expectForbidden([tenant.owner], 'POST', acceptPath(invitation.token));
    const stranger = await aPerson();
    const refused = await stranger.caller.post(acceptPath(invitation.token));
    expect([refused.status, refused.body.code]).toEqual([403, 'INVITATION_NOT_YOURS']);
    expect(refused.text).not.toContain(email);
  },
);

testWithActors(
  '403: READ_ONLY_OVER_LIMIT while the tenant is frozen; after an upgrade the invitation holds',
  async () => {
    const tenant = await scenario.aTenant();
    const { caller, email } = await aPerson();
    const { invitation } = await invite(tenant, { email, role: 'VIEWER' });
    const project = await aProject(tenant);
    for (let count = 0; count < 4; count += 1) await aFeature(tenant, project);
    await scenario.grantTier(tenant.tenantId, 'FREE');
    const refused = await caller.post(acceptPath(invitation.token));
    expect([refused.status, refused.body.code]).toEqual([403, 'READ_ONLY_OVER_LIMIT']);
    await scenario.grantTier(tenant.tenantId, 'TEAM');
    expect((await caller.post(acceptPath(invitation.token))).status).toBe(200);
  },
);

testWithActors('404: unknown, malformed, revoked, renewed and expired look the same', async () => {
  const tenant = await scenario.aTenant();
  const { caller, email } = await aPerson();
  const revoked = await invite(tenant, { email, role: 'VIEWER' });
  await tenant.owner.delete(`/api/manage/users/${revoked.id}`);
  const renewed = await invite(tenant, { email, role: 'VIEWER' });
  await tenant.owner.post(`/api/manage/users/${renewed.id}/invitation`);
  const tokens = [unknown, 'short', revoked.invitation.token, renewed.invitation.token];
  await expectNotFound(
    'POST',
    tokens.map((token) => [caller, acceptPath(token)] as const),
  );
});

testWithActors('409: OTHER_TENANT for a member of a tenant that is in use, who stays there', async () => {
  const tenant = await scenario.aTenant();
  const { caller, email } = await aPerson();
  const { body: own } = await caller.get<Me & { workspaces: { workspaceId: string }[] }>('/api/v1/me');
  const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'For the project' });
  const place = { ...own, workspaceId: own.workspaces[0]!.workspaceId, owner: scenario.callerWith(pat.token) };
  const project = await aProject(place);
  const { invitation } = await invite(tenant, { email, role: 'VIEWER' });
  const refused = await caller.post(acceptPath(invitation.token));
  expect([refused.status, refused.body.code]).toEqual([409, 'OTHER_TENANT']);
  expect((await caller.get<Me>('/api/v1/me')).body.tenantId).toBe(own.tenantId);
  const persona = {
    name: 'Ada',
    description: 'Reads',
    authType: 'BEARER',
    scope: 'TENANT',
    credentials: { token: 'x' },
  };
  expect((await place.owner.post(`${project.path}/test-personas`, persona)).status).toBe(201);
  // Without its projects the own tenant is one to leave.
  expect((await place.owner.delete(project.path)).status).toBe(204);
  expect((await caller.post(acceptPath(invitation.token))).status).toBe(200);
  for (const partition of ['PER', 'PSEC']) {
    const { items } = await scenario.target.tables!(own.tenantId).query({ pk: `T#${own.tenantId}#${partition}` });
    expect(items).toEqual([]);
  }
});

test('404: where nobody could have made the secret, no storage is asked', async () => {
  const { caller } = await aPerson();
  await expectNotFound('POST', [[caller, acceptPath('a b'.repeat(10).replaceAll(' ', '%20'))]]);
});
