import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aProject } from '../support/addresses.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { addDomain, domainsPath, portsWithDns, verifiedDomain, verifyPath } from '../support/domains.ts';
import { expectForbidden, expectUnauthenticated } from '../support/expectations.ts';
import { acceptPath, invite, join } from '../support/join.ts';
import { openPeople } from '../support/people.ts';
import { type Caller, openScenario, testWithActors, testWithDeployment } from '../support/scenario.ts';

const path = '/api/v1/me';
const people = await openPeople();
const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns), people.manners);

const aPerson = async () => {
  const email = `${randomUUID()}@example.test`;
  return { email, caller: scenario.callerWith(await people.token({ subject: randomUUID(), email })) };
};
type Me = { tenantId: string; userId: string; workspaces: { workspaceId: string }[] };
const me = async (caller: Caller): Promise<Me> => (await caller.get<Me>(path)).body;

testWithDeployment(
  '204: a member is out with their tokens, may be invited again, and signs in to a tenant of their own',
  async () => {
    const tenant = await scenario.aTenant();
    const { caller, email } = await aPerson();
    const userId = await join(tenant, caller, { email, role: 'MEMBER' });
    const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'CI' });
    const { body: before } = await tenant.owner.get('/api/billing/subscription-status');
    const answer = await caller.delete(path);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await scenario.callerWith(pat.token).get(path)).status).toBe(401);
    expect((await tenant.owner.get(`/api/manage/users/${userId}`)).status).toBe(404);
    const { body: after } = await tenant.owner.get('/api/billing/subscription-status');
    expect(after['billableMembers']).toBe(Number(before['billableMembers']) - 1);
    expect((await me(caller)).tenantId).not.toBe(tenant.tenantId);
    await join(tenant, caller, { email, role: 'VIEWER' });
    expect((await me(caller)).tenantId).toBe(tenant.tenantId);
  },
);

testWithActors(
  '204: the only user of a tenant without projects closes it, and nothing of it stays but its log',
  async () => {
    const { caller } = await aPerson();
    const { tenantId, workspaces } = await me(caller);
    const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'CI' });
    const owner = scenario.callerWith(pat.token);
    const project = await aProject({ tenantId, userId: '', workspaceId: workspaces[0]!.workspaceId, owner });
    const persona = {
      name: 'Ada',
      description: 'Reads',
      authType: 'BEARER',
      scope: 'TENANT',
      credentials: { token: 'x' },
    };
    expect((await owner.post(`${project.path}/test-personas`, persona)).status).toBe(201);
    await owner.delete(project.path);
    expect((await caller.delete(path)).status).toBe(204);
    const table = scenario.target.tables!(tenantId);
    const partitions = ['', '#PER', '#PSEC', `#W#${workspaces[0]!.workspaceId}`];
    for (const partition of partitions) {
      const { items } = await table.query({ pk: `T#${tenantId}${partition}` });
      expect(
        items.filter(({ sk }) => !sk.startsWith('GONE#')),
        partition,
      ).toEqual([]);
    }
    const { items: log } = await table.query({ pk: `T#${tenantId}#AUD` });
    expect(log.at(-1)).toMatchObject({ action: 'TENANT_LEFT', metadata: { isClosed: true } });
  },
);

testWithDeployment('204: domains of the closed tenant are free at once, though their records stand', async () => {
  const { caller } = await aPerson();
  await me(caller);
  const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'CI' });
  const { domain, txtName, txtValue: old } = await verifiedDomain({ owner: scenario.callerWith(pat.token) }, dns);
  expect((await caller.delete(path)).status).toBe(204);
  const next = await scenario.aTenant();
  const { txtValue } = await addDomain(next, { domain });
  dns.setTexts(txtName, old, txtValue);
  expect((await next.owner.post(verifyPath(domain))).status).toBe(200);
  expect((await next.owner.get<{ data: unknown[] }>(domainsPath)).body.data).toHaveLength(1);
});

testWithActors('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'DELETE', path));

testWithActors('403: a token of ours leaves nothing', async () => {
  const tenant = await scenario.aTenant();
  await expectForbidden([tenant.owner, await scenario.anEditor(tenant)], 'DELETE', path);
});

testWithActors('409: LAST_OWNER stays while there are others, invited ones too, or projects', async () => {
  const { caller } = await aPerson();
  const { workspaces, tenantId } = await me(caller);
  const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'CI' });
  const owner = scenario.callerWith(pat.token);
  const refused = async () => {
    const { status, body } = await caller.delete(path);
    expect([status, body?.code]).toEqual([409, 'LAST_OWNER']);
  };
  const invited = await invite({ owner }, { email: `${randomUUID()}@example.test`, role: 'VIEWER' });
  await refused();
  await owner.delete(`/api/manage/users/${invited.id}`);
  const project = await aProject({ tenantId, userId: '', workspaceId: workspaces[0]!.workspaceId, owner });
  await refused();
  await owner.delete(project.path);
  expect((await caller.delete(path)).status).toBe(204);
});

testWithActors('409: an invited Owner is no Owner yet that a tenant could be left to', async () => {
  const tenant = await scenario.aTenant();
  const second = await aPerson();
  await join(tenant, second.caller, { email: second.email, role: 'OWNER' });
  const third = await invite(tenant, { email: `${randomUUID()}@example.test`, role: 'OWNER' });
  expect((await tenant.owner.delete(`/api/manage/users/${tenant.userId}`)).status).toBe(204);
  const refused = await second.caller.delete(path);
  expect([refused.status, refused.body.code]).toEqual([409, 'LAST_OWNER']);
  expect((await second.caller.post(acceptPath(third.invitation.token))).body.code).toBe('INVITATION_NOT_YOURS');
});
