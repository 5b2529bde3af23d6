import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns, verifiedDomain } from '../support/domains.ts';
import { expectUnauthenticated } from '../support/expectations.ts';
import { invite } from '../support/join.ts';
import { aFrozenTenant, aFullFreeTenant, aNewcomer, countsOf, fill, type Me } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, testWithActors, testWithDeployment } from '../support/scenario.ts';

const path = '/api/v1/me';
const dns = await openDnsServer();
const people = await openPeople();
const scenario = await openScenario(portsWithDns(dns), people.manners);

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

testWithDeployment(
  '200: a first sign-in joins the tenant that holds the domain, after a look at its record',
  async () => {
    const tenant = await scenario.aTenant();
    const { domain, txtName } = await verifiedDomain(tenant, dns, { defaultRole: 'VIEWER' });
    const before = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString();
    await scenario.target.tables!(null).update(keys.domainHolder(domain), [set('lookedUpAt', before)]);
    const asked = dns.asked.length;
    const { caller, email } = await aNewcomer(scenario, people, domain);
    const { status, body } = await caller.get<Me>(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ tenantId: tenant.tenantId, storedRole: 'VIEWER', email });
    expect(dns.asked.slice(asked)).toEqual([txtName]);
    expect(await countsOf(tenant)).toEqual([1, 1]);
  },
);

testWithDeployment('200: a first sign-in is the invited user of the tenant that holds the domain', async () => {
  const tenant = await scenario.aTenant();
  const { domain } = await verifiedDomain(tenant, dns, { autoJoin: false });
  const { caller, email } = await aNewcomer(scenario, people, domain);
  const { id } = await invite(tenant, { email, role: 'MEMBER' });
  expect((await caller.get<Me>(path)).body).toMatchObject({ tenantId: tenant.tenantId, userId: id });
});

testWithDeployment('200: a first sign-in joins a FREE tenant within its limits as a Viewer', async () => {
  const tenant = await aFullFreeTenant(scenario);
  const { domain } = await verifiedDomain(tenant, dns, { defaultRole: 'VIEWER' });
  const { caller } = await aNewcomer(scenario, people, domain);
  expect((await caller.get<Me>(path)).body).toMatchObject({ tenantId: tenant.tenantId, storedRole: 'VIEWER' });
});

testWithActors('200: an invitation by a tenant that does not hold the domain binds nobody', async () => {
  const tenant = await scenario.aTenant();
  const { caller, email } = await aNewcomer(scenario, people, `${randomUUID()}.example`);
  await invite(tenant, { email, role: 'MEMBER' });
  expect((await caller.get<Me>(path)).body.tenantId).not.toBe(tenant.tenantId);
});

testWithActors('403: FORBIDDEN without a verified address', async () => {
  const person = { subject: randomUUID(), email: `${randomUUID()}@example.test`, isVerified: false };
  const refused = await scenario.callerWith(await people.token(person)).get<Me>(path);
  expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
});

testWithActors('403: READ_ONLY_OVER_LIMIT where the tenant of the domain is frozen; nobody is made', async () => {
  const tenant = await aFrozenTenant(scenario);
  const { domain } = await verifiedDomain(tenant, dns);
  const { caller } = await aNewcomer(scenario, people, domain);
  const refused = await caller.get<Me>(path);
  expect([refused.status, refused.body.code]).toEqual([403, 'READ_ONLY_OVER_LIMIT']);
  expect(await countsOf(tenant)).toEqual([2, 0]);
});

testWithActors('409: JOIN_CONSENT_REQUIRED names the way in where no seat is left; nobody is made', async () => {
  const tenant = await scenario.aTenant();
  const { domain } = await verifiedDomain(tenant, dns);
  await fill(scenario, tenant);
  const { caller } = await aNewcomer(scenario, people, domain);
  for (let tries = 0; tries < 2; tries += 1) {
    const refused = await caller.get<Me & { detail: string }>(path);
    expect([refused.status, refused.body.code]).toEqual([409, 'JOIN_CONSENT_REQUIRED']);
    expect(refused.body.detail).toContain('/api/v1/join');
  }
  expect(await countsOf(tenant)).toEqual([1, 0]);
  expect((await caller.post('/api/v1/join', { consentToViewer: true })).status).toBe(200);
  expect((await caller.get<Me>(path)).body).toMatchObject({ tenantId: tenant.tenantId, storedRole: 'VIEWER' });
});
