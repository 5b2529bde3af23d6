import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns, verifiedDomain } from '../support/domains.ts';
import type { Claims } from '../support/issuer.ts';
import { acceptPath, invite } from '../support/join.ts';
import { aLink, countsOf, type Me } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { type Caller, openScenario, testInProcess } from '../support/scenario.ts';
import { aTenantWithDomain, oidcSetting, samlSetting, setSso, ssoPath } from '../support/sso.ts';

const dns = await openDnsServer();
const people = await openPeople();
const scenario = await openScenario(portsWithDns(dns), people.manners);
const tables = scenario.target.tables!;

type SsoTenant = Awaited<ReturnType<typeof anSsoTenant>>;
type Wanted = { setting?: object; autoJoin?: boolean };

const anSsoTenant = async ({ setting = oidcSetting, autoJoin = true }: Wanted = {}) => {
  const tenant = await aTenantWithDomain(scenario, dns, { autoJoin, defaultRole: 'VIEWER' });
  return { ...tenant, provider: (await setSso(tenant, setting)).provider };
};
const required = { ...oidcSetting, required: true };
const addressOf = ({ domain }: Pick<SsoTenant, 'domain'>): string => `${randomUUID()}@${domain}`;

/** Somebody with this address who signed in by a provider, or at the issuer itself. */
const signedIn = async (
  email: string,
  provider: string | null,
  isVerified = true,
  claims: Claims = {},
): Promise<Caller> => {
  const person = { subject: randomUUID(), email, isVerified, isShown: true, ...(provider && { provider }) };
  return scenario.callerWith(await people.token(person, claims));
};
const me = (caller: Caller) => caller.get<Me>('/api/v1/me');

/** Everything that a refused sign-in could have changed. */
const stored = async (...of: SsoTenant[]) =>
  Promise.all(
    of.flatMap(({ tenantId }) =>
      ['', '#AUD', '#SSO', '#DOM', '#INV'].map((part) => tables(tenantId).query({ pk: `T#${tenantId}${part}` })),
    ),
  );
const expectRefused = async (caller: Caller, [status, code]: [number, string], ...of: SsoTenant[]) => {
  const before = await stored(...of);
  const refused = await me(caller);
  expect([refused.status, refused.body.code]).toEqual([status, code]);
  expect(await stored(...of)).toEqual(before);
  // Nor is there a tenant of their own, that a second request would find.
  const again = await caller.get<Me>('/api/v1/workspaces');
  expect([401, status]).toContain(again.status);
};

describe('a first sign-in by the provider of a tenant', () => {
  test('joins that tenant, by OIDC with a verified address, by SAML on its word', async () => {
    for (const [setting, isVerified] of [
      [oidcSetting, true],
      [samlSetting, false],
    ] as const) {
      const tenant = await anSsoTenant({ setting });
      const email = addressOf(tenant);
      const caller = await signedIn(email, tenant.provider, isVerified);
      expect((await me(caller)).body).toMatchObject({ tenantId: tenant.tenantId, storedRole: 'VIEWER', email });
      expect((await caller.post('/api/v1/pats', { name: 'Laptop' })).status).toBe(201);
      const other = await signedIn(addressOf(tenant), tenant.provider, isVerified);
      expect((await other.post('/api/v1/pats', { name: 'First of all' })).status).toBe(201);
      expect(await countsOf(tenant)).toEqual([1, 2]);
    }
  });

  test('is the user who has signed in otherwise before, and both ways go on', async () => {
    const tenant = await anSsoTenant();
    const email = addressOf(tenant);
    const own = await signedIn(email, null);
    const { userId } = (await me(own)).body;
    const bySso = await signedIn(email, tenant.provider);
    expect((await me(bySso)).body).toMatchObject({ userId, tenantId: tenant.tenantId });
    expect((await me(own)).body).toMatchObject({ userId });
    // A new provider takes the place of the one before.
    const { provider } = await setSso(tenant, { ...oidcSetting, clientId: 'another' });
    const byNew = await signedIn(email, provider);
    expect((await me(byNew)).body).toMatchObject({ userId });
    expect([(await me(bySso)).status, (await me(byNew)).status, (await me(own)).status]).toEqual([403, 200, 200]);
    expect(await countsOf(tenant)).toEqual([1, 1]);
  });

  test('is the invited user, with or without the secret of the invitation, or one by a link', async () => {
    const tenant = await anSsoTenant({ autoJoin: false, setting: required });
    const [first, second, third] = [addressOf(tenant), addressOf(tenant), addressOf(tenant)];
    const { id } = await invite(tenant, { email: first, role: 'MEMBER' });
    expect((await me(await signedIn(first, tenant.provider))).body).toMatchObject({ userId: id });
    const { invitation } = await invite(tenant, { email: second, role: 'ADMIN' });
    const invited = await signedIn(second, tenant.provider);
    expect((await invited.post(acceptPath(invitation.token))).body).toMatchObject({ role: 'ADMIN' });
    expect((await me(invited)).status).toBe(200);
    const linked = await signedIn(third, tenant.provider);
    const { token } = await aLink(tenant);
    expect((await linked.post(acceptPath(token))).body).toMatchObject({ tenantId: tenant.tenantId, role: 'MEMBER' });
    expect((await me(linked)).body).toMatchObject({ email: third });
  });

  test('joins with consent as a Viewer where no seat is left', async () => {
    const tenant = await anSsoTenant({ autoJoin: false });
    await tenant.owner.delete(`/api/manage/domains/${tenant.domain}`);
    await verifiedDomain(tenant, dns, { domain: tenant.domain, autoJoin: true, defaultRole: 'MEMBER' });
    await tables(tenant.tenantId).update(keys.billing({ tenantId: tenant.tenantId } as never), [
      set('maxBillableUsers', 1),
    ]);
    const caller = await signedIn(addressOf(tenant), tenant.provider);
    await expectRefused(caller, [409, 'JOIN_CONSENT_REQUIRED'], tenant);
    expect((await caller.post('/api/v1/join', { consentToViewer: true })).body).toMatchObject({ role: 'VIEWER' });
    expect((await me(caller)).status).toBe(200);
  });
});

describe('refused, and nothing is written', () => {
  test('a provider of A that asserts an address of B, whether somebody has it or not', async () => {
    const [a, b] = [await anSsoTenant(), await anSsoTenant()];
    const email = addressOf(b);
    await expectRefused(await signedIn(email, a.provider), [403, 'FORBIDDEN'], a, b);
    await me(await signedIn(email, b.provider));
    await expectRefused(await signedIn(email, a.provider), [403, 'FORBIDDEN'], a, b);
  });

  test('an address of no verified domain: unknown, of public mail, only added, verified later, deleted', async () => {
    const tenant = await anSsoTenant();
    const later = (await verifiedDomain(tenant, dns)).domain;
    const added = `${randomUUID()}.example`;
    await tenant.owner.post('/api/manage/domains', { domain: added, autoJoin: true, defaultRole: 'MEMBER' });
    for (const domain of ['nobodys.example', 'gmail.com', added, later, `sub.${tenant.domain}`]) {
      const caller = await signedIn(`${randomUUID()}@${domain}`, tenant.provider);
      await expectRefused(caller, [403, 'FORBIDDEN'], tenant);
    }
    await tenant.owner.delete(`/api/manage/domains/${tenant.domain}`);
    await expectRefused(await signedIn(addressOf(tenant), tenant.provider), [403, 'FORBIDDEN'], tenant);
  });

  test('a domain whose record is gone from DNS', async () => {
    const tenant = await anSsoTenant();
    dns.setTexts(`_dezycro-verify.${tenant.domain}`);
    const before = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString();
    await tables(null).update(keys.domainHolder(tenant.domain), [set('lookedUpAt', before)]);
    await expectRefused(await signedIn(addressOf(tenant), tenant.provider), [403, 'FORBIDDEN'], tenant);
  });

  test('a provider that nobody has, or has no more', async () => {
    const tenant = await anSsoTenant();
    await expectRefused(await signedIn(addressOf(tenant), '0'.repeat(32)), [403, 'FORBIDDEN'], tenant);
    const caller = await signedIn(addressOf(tenant), tenant.provider);
    await me(caller);
    expect((await tenant.owner.delete(ssoPath)).status).toBe(204);
    await expectRefused(await signedIn(addressOf(tenant), tenant.provider), [403, 'FORBIDDEN'], tenant);
    expect((await caller.get('/api/v1/workspaces')).status).toBe(401);
  });

  test('by OIDC an address that the provider has not verified', async () => {
    const tenant = await anSsoTenant();
    const unverified = await signedIn(addressOf(tenant), tenant.provider, false);
    await expectRefused(unverified, [403, 'FORBIDDEN'], tenant);
  });

  testInProcess('tokens of another issuer, for another client, over, or that are no access tokens', async () => {
    const tenant = await anSsoTenant();
    const past = Math.floor(Date.now() / 1000) - 60;
    const wrong = [
      { iss: 'https://login.example.com' },
      { client_id: 'dezycro' },
      { aud: 'another' },
      { exp: past },
      { token_use: 'id' },
    ];
    for (const claims of wrong) {
      const caller = await signedIn(addressOf(tenant), tenant.provider, true, claims);
      await expectRefused(caller, [401, 'UNAUTHENTICATED'], tenant);
    }
  });

  test('who is a user of another tenant, or of none and uninvited: nobody gets a tenant of their own', async () => {
    const [a, b] = [await anSsoTenant({ autoJoin: false }), await anSsoTenant()];
    await expectRefused(await signedIn(addressOf(a), a.provider), [403, 'FORBIDDEN'], a);
    const email = addressOf(a);
    const elsewhere = await invite(b, { email, role: 'VIEWER' });
    const own = await signedIn(email, null);
    expect((await own.post(acceptPath(elsewhere.invitation.token))).status).toBe(200);
    await expectRefused(await signedIn(email, a.provider), [403, 'FORBIDDEN'], a, b);
    expect((await me(own)).body.tenantId).toBe(b.tenantId);
  });

  test('an invitation and a link of another tenant', async () => {
    const [a, b] = [await anSsoTenant(), await anSsoTenant()];
    const email = addressOf(a);
    const { invitation } = await invite(b, { email, role: 'ADMIN' });
    const { token } = await aLink(b);
    const caller = await signedIn(email, a.provider);
    for (const secret of [invitation.token, token]) {
      const before = await stored(a, b);
      const { status, body } = await caller.post(acceptPath(secret));
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      expect(await stored(a, b)).toEqual(before);
    }
    // As a user of A too.
    await me(caller);
    expect((await caller.post(acceptPath(invitation.token))).status).toBe(403);
  });
});

describe('where SSO is required', () => {
  test('403: SSO_REQUIRED for everybody with an address of the domains but Owners; their tokens go on', async () => {
    const tenant = await anSsoTenant();
    const people = await Promise.all(
      ['ADMIN', 'OWNER'].map(async (role) => {
        const email = addressOf(tenant);
        await invite(tenant, { email, role });
        const own = await signedIn(email, null);
        await me(own);
        const { body } = await own.post<{ token: string }>('/api/v1/pats', { name: 'CI' });
        return { email, own, pat: scenario.callerWith(body.token) };
      }),
    );
    const [admin, owner] = people as [(typeof people)[0], (typeof people)[0]];
    const outsider = await signedIn(`${randomUUID()}@elsewhere.example`, null);
    const { token } = await aLink(tenant);
    expect((await outsider.post(acceptPath(token))).status).toBe(200);
    await setSso(tenant, required);
    for (const path of ['/api/v1/me', '/api/v1/workspaces', '/api/manage/users']) {
      const refused = await admin.own.get(path);
      expect([refused.status, refused.body.code]).toEqual([403, 'SSO_REQUIRED']);
    }
    const statuses = [admin.pat, owner.own, owner.pat, outsider].map(async (caller) => (await me(caller)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
    expect((await me(await signedIn(admin.email, tenant.provider))).status).toBe(200);
  });

  test('403: SSO_REQUIRED for who comes otherwise for the first time, by every way, and nothing is written', async () => {
    const tenant = await anSsoTenant({ setting: required });
    const email = addressOf(tenant);
    const { invitation } = await invite(tenant, { email, role: 'OWNER' });
    const { token } = await aLink(tenant);
    const caller = await signedIn(email, null);
    const requests: [string, string][] = [
      ['GET', '/api/v1/me'],
      ['POST', '/api/v1/pats'],
      ['POST', '/api/v1/join'],
      ['POST', acceptPath(invitation.token)],
      ['POST', acceptPath(token)],
    ];
    for (const [method, path] of requests) {
      const before = await stored(tenant);
      const body = path === '/api/v1/pats' ? { name: 'CI' } : undefined;
      const refused = await caller.send(method as 'GET', path, body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'SSO_REQUIRED']);
      expect(await stored(tenant)).toEqual(before);
    }
  });

  test('an Owner who only ever came by SSO signs in otherwise where the provider is down (break glass)', async () => {
    const tenant = await anSsoTenant({ setting: required });
    const email = addressOf(tenant);
    const bySso = await signedIn(email, tenant.provider);
    const { userId } = (await me(bySso)).body;
    await tenant.owner.put(`/api/manage/users/${userId}/role`, { role: 'OWNER' });
    const own = await signedIn(email, null);
    expect((await me(own)).body).toMatchObject({ userId, storedRole: 'OWNER' });
    expect((await own.delete(ssoPath)).status).toBe(204);
  });

  test('nobody is locked out of a tenant that has left ENTERPRISE, and sign-ins by SSO go on', async () => {
    const tenant = await anSsoTenant({ setting: required });
    const email = addressOf(tenant);
    const bySso = await signedIn(email, tenant.provider);
    const { userId } = (await me(bySso)).body;
    const own = await signedIn(email, null);
    expect((await me(own)).body.code).toBe('SSO_REQUIRED');
    await scenario.grantTier(tenant.tenantId, 'TEAM');
    expect((await me(own)).body).toMatchObject({ userId });
    expect((await me(bySso)).body).toMatchObject({ userId });
    expect((await me(await signedIn(addressOf(tenant), tenant.provider))).status).toBe(200);
  });
});
