import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { aProject } from '../support/addresses.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { addDomain, aDomainName, portsWithDns, verifiedDomain } from '../support/domains.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { invite } from '../support/join.ts';
import { aFrozenTenant, aFullFreeTenant, aNewcomer, countsOf, fill, type Me } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { type Caller, openScenario, testInProcess, testWithActors, testWithDeployment } from '../support/scenario.ts';

const path = '/api/v1/join';
const consent = { consentToViewer: true };
const dns = await openDnsServer();
const people = await openPeople();
const scenario = await openScenario(portsWithDns(dns), people.manners);

/** A tenant that holds a domain, and somebody who has an address of it. */
const aCompany = async (defaultRole: 'MEMBER' | 'VIEWER' = 'MEMBER') => {
  const tenant = await scenario.aTenant();
  const { domain, txtName, txtValue } = await verifiedDomain(tenant, dns, { defaultRole });
  return { tenant, domain, txtName, txtValue, ...(await aNewcomer(scenario, people, domain)) };
};
const ofWeeksAgo = async (domain: string): Promise<void> => {
  const before = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString();
  await scenario.target.tables!(null).update(keys.domainHolder(domain), [set('lookedUpAt', before)]);
};

/** A token, a persona and a domain, and no project. */
const leaveTraces = async (caller: Caller, own: Me & { workspaces: { workspaceId: string }[] }): Promise<void> => {
  const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'CI' });
  const owner = scenario.callerWith(pat.token);
  const { path: project } = await aProject({ ...own, workspaceId: own.workspaces[0]!.workspaceId, owner });
  const persona = {
    name: 'Ada',
    description: 'Reads',
    authType: 'BEARER',
    scope: 'TENANT',
    credentials: { token: 'x' },
  };
  expect((await owner.post(`${project}/test-personas`, persona)).status).toBe(201);
  expect((await owner.delete(project)).status).toBe(204);
  await addDomain({ owner });
};

testWithDeployment('200: the person has the role of the domain; again it has the same answer', async () => {
  const { tenant, caller } = await aCompany();
  const { status, body } = await caller.post<Me>(path);
  expect(status).toBe(200);
  expect(body).toEqual({
    outcome: 'JOINED',
    tenantId: tenant.tenantId,
    userId: expect.any(String),
    role: 'MEMBER',
  });
  expect((await caller.post(path)).body).toEqual(body);
  expect((await caller.get<Me>('/api/v1/me')).body).toMatchObject({ userId: body.userId, storedRole: 'MEMBER' });
  expect(await countsOf(tenant)).toEqual([2, 0]);
});

testWithActors(
  '200: who has no seat is offered to be a Viewer, is nobody before they consent, and one after',
  async () => {
    const { tenant, caller } = await aCompany();
    await fill(scenario, tenant);
    for (const body of [undefined, {}, { consentToViewer: false }]) {
      const offered = await caller.post(path, body);
      expect(offered.status).toBe(200);
      expect(offered.body).toEqual({
        outcome: 'CONSENT_REQUIRED',
        offeredRole: 'VIEWER',
        reason: 'BILLABLE_CAP_REACHED',
      });
    }
    expect(await countsOf(tenant)).toEqual([1, 0]);
    expect((await caller.post(path, consent)).body).toMatchObject({ outcome: 'JOINED', role: 'VIEWER' });
    expect(await countsOf(tenant)).toEqual([1, 1]);
  },
);

testWithDeployment('200: a FREE tenant within its limits takes a Viewer', async () => {
  const tenant = await aFullFreeTenant(scenario);
  const { domain } = await verifiedDomain(tenant, dns, { defaultRole: 'VIEWER' });
  const { caller } = await aNewcomer(scenario, people, domain);
  expect((await caller.post(path)).body).toMatchObject({ outcome: 'JOINED', role: 'VIEWER' });
});

testWithActors('200: a Viewer by the role of the domain needs no seat and no consent', async () => {
  const { tenant, caller } = await aCompany('VIEWER');
  await fill(scenario, tenant);
  expect((await caller.post(path)).body).toMatchObject({ outcome: 'JOINED', role: 'VIEWER' });
});

testWithDeployment('200: the invited user of the address, where there is one: the domain speaks for it', async () => {
  const { tenant, caller, email } = await aCompany('VIEWER');
  const { id } = await invite(tenant, { email, role: 'ADMIN' });
  expect((await caller.post(path)).body).toMatchObject({ outcome: 'JOINED', userId: id, role: 'ADMIN' });
});

testWithActors('200: an own tenant, never used, is closed; not where there is only an offer', async () => {
  const tenant = await scenario.aTenant();
  const domain = aDomainName();
  const { caller } = await aNewcomer(scenario, people, domain);
  const { body: own } = await caller.get<Me & { workspaces: { workspaceId: string }[] }>('/api/v1/me');
  await leaveTraces(caller, own);
  await verifiedDomain(tenant, dns, { domain });
  await fill(scenario, tenant);
  expect((await caller.post(path)).body).toMatchObject({ outcome: 'CONSENT_REQUIRED' });
  expect((await caller.get<Me>('/api/v1/me')).body.tenantId).toBe(own.tenantId);
  expect((await caller.post(path, consent)).body).toMatchObject({ outcome: 'JOINED' });
  for (const partition of ['', '#PER', '#PSEC', '#DOM', `#U#${own.userId}`]) {
    const { items } = await scenario.target.tables!(own.tenantId).query({ pk: `T#${own.tenantId}${partition}` });
    expect(items).toEqual([]);
  }
});

testWithDeployment('200: after a week the record is looked up again', async () => {
  const { domain, txtName, caller } = await aCompany();
  await ofWeeksAgo(domain);
  const asked = dns.asked.length;
  expect((await caller.post(path)).status).toBe(200);
  const others = await aNewcomer(scenario, people, domain);
  expect((await others.caller.post(path)).status).toBe(200);
  expect(dns.asked.slice(asked)).toEqual([txtName]);
});

testWithActors('400: consent is yes or no', async () => {
  const { caller } = await aCompany();
  await expectInvalidBody(caller, 'POST', path, [
    [{ consentToViewer: 'yes' }, '#/consentToViewer', 'INVALID_TYPE'],
    [[], '#', 'INVALID_TYPE'],
  ]);
});

testWithActors('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path));

testWithActors('403: a token of ours joins nothing, and neither does an address that is not verified', async () => {
  const { tenant, domain } = await aCompany();
  await expectForbidden([tenant.owner, await scenario.anEditor(tenant)], 'POST', path);
  const email = `${randomUUID()}@${domain}`;
  const unverified = await people.token({ subject: randomUUID(), email, isVerified: false });
  await expectForbidden([scenario.callerWith(unverified)], 'POST', path);
});

testWithActors('403: READ_ONLY_OVER_LIMIT where the tenant is frozen, for Viewers too', async () => {
  const tenant = await aFrozenTenant(scenario);
  const { domain } = await verifiedDomain(tenant, dns);
  const { caller } = await aNewcomer(scenario, people, domain);
  for (const body of [{}, consent]) {
    const refused = await caller.post(path, body);
    expect([refused.status, refused.body.code]).toEqual([403, 'READ_ONLY_OVER_LIMIT']);
  }
  expect(await countsOf(tenant)).toEqual([2, 0]);
});

testWithActors('404: nobody holds the domain, its record is gone, or not everybody may join by it', async () => {
  const tenant = await scenario.aTenant();
  const { domain: unverified } = await addDomain(tenant);
  const { domain: closed } = await verifiedDomain(tenant, dns, { autoJoin: false });
  const { domain: lost, txtName } = await verifiedDomain(tenant, dns);
  const { domain: parent } = await verifiedDomain(tenant, dns);
  await ofWeeksAgo(lost);
  dns.setTexts(txtName);
  const domains = [aDomainName(), unverified, closed, lost, `mail.${parent}`];
  const callers = await Promise.all(domains.map((domain) => aNewcomer(scenario, people, domain)));
  await expectNotFound(
    'POST',
    callers.map(({ caller }) => [caller, path] as const),
  );
  expect(await countsOf(tenant)).toEqual([1, 0]);
});

testWithActors('409: OTHER_TENANT for a member of a tenant that is in use, who stays there', async () => {
  const tenant = await scenario.aTenant();
  const domain = aDomainName();
  const { caller } = await aNewcomer(scenario, people, domain);
  const { body: own } = await caller.get<Me & { workspaces: { workspaceId: string }[] }>('/api/v1/me');
  const { body: pat } = await caller.post<{ token: string }>('/api/v1/pats', { name: 'For the project' });
  await aProject({ ...own, workspaceId: own.workspaces[0]!.workspaceId, owner: scenario.callerWith(pat.token) });
  await verifiedDomain(tenant, dns, { domain });
  const refused = await caller.post(path, consent);
  expect([refused.status, refused.body.code]).toEqual([409, 'OTHER_TENANT']);
  expect((await caller.get<Me>('/api/v1/me')).body.tenantId).toBe(own.tenantId);
});

testInProcess('409: EMAIL_CONFLICT where the address is that of a user who signs in otherwise', async () => {
  const { email, caller } = await aCompany();
  expect((await caller.post(path)).status).toBe(200);
  const another = scenario.callerWith(await people.token({ subject: randomUUID(), email }));
  const refused = await another.post(path, consent);
  expect([refused.status, refused.body.code]).toEqual([409, 'EMAIL_CONFLICT']);
});

testInProcess('503: a record of weeks ago without DNS to ask: nobody joins, nobody gets a tenant instead', async () => {
  const { tenant, domain, caller } = await aCompany();
  await ofWeeksAgo(domain);
  dns.setFailing(true);
  const answers = [await caller.post(path), await caller.get('/api/v1/me')];
  dns.setFailing(false);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(await countsOf(tenant)).toEqual([1, 0]);
  expect((await caller.get<Me>('/api/v1/me')).body.tenantId).toBe(tenant.tenantId);
});
