import { expect, test } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { addDomain, portsWithDns, verifiedDomain } from '../support/domains.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';
import { aTenantWithDomain, oidcSetting, samlMetadata, samlSetting, setSso, ssoPath } from '../support/sso.ts';

const path = ssoPath;
const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));
const given = await scenario.aTenant('ENTERPRISE');

testWithActors('200: an Owner sets OIDC for the verified domains; nothing shows the secret again', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  await addDomain(tenant);
  const set = await tenant.owner.put(path, oidcSetting);
  expect([set.status, set.body]).toEqual([
    200,
    {
      type: 'OIDC',
      issuer: oidcSetting.issuer,
      clientId: oidcSetting.clientId,
      metadataUrl: null,
      entityId: null,
      required: false,
      domains: [tenant.domain],
      provider: expect.stringMatching(/^[0-9a-f]{32}$/),
      signInUrl: expect.stringContaining(`identity_provider=${set.body['provider']}`),
      callbackUrl: expect.stringMatching(/\/oauth2\/idpresponse$/),
    },
  ]);
  const got = await tenant.owner.get(path);
  expect([got.status, got.body]).toEqual([200, set.body]);
  expect(set.text + got.text).not.toContain('canary');
});

testWithActors('200: SAML by the address of its metadata, or by the metadata', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  const byUrl = await setSso(tenant, samlSetting);
  expect(byUrl).toMatchObject({ type: 'SAML', metadataUrl: samlSetting.metadataUrl, issuer: null, entityId: null });
  expect(byUrl.callbackUrl).toMatch(/\/saml2\/idpresponse$/);
  const sent = { type: 'SAML', metadataXml: samlMetadata('https://login.example.com/entity'), required: false };
  expect(await setSso(tenant, sent)).toMatchObject({ entityId: 'https://login.example.com/entity', metadataUrl: null });
});

testWithActors(
  '200: without a secret the one that is known stays; another issuer or client has another name',
  async () => {
    const tenant = await aTenantWithDomain(scenario, dns);
    const first = await setSso(tenant);
    const second = await verifiedDomain(tenant, dns);
    const { clientSecret: _known, ...withoutSecret } = oidcSetting;
    const changed = await setSso(tenant, { ...withoutSecret, required: true });
    expect(changed).toEqual({ ...first, required: true, domains: [tenant.domain, second.domain].toSorted() });
    const other = await setSso(tenant, { ...oidcSetting, clientId: 'another' });
    expect(other.provider).not.toBe(first.provider);
    const elsewhere = await setSso(await aTenantWithDomain(scenario, dns));
    expect(elsewhere.provider).not.toBe(first.provider);
  },
);

testWithActors('200: neither the table nor the audit log holds the secret', async () => {
  const { owner, tenantId, domain } = await aTenantWithDomain(scenario, dns);
  await owner.put(path, oidcSetting);
  const table = scenario.target.tables!(tenantId);
  for (const partition of ['SSO', 'AUD']) {
    const { items } = await table.query({ pk: `T#${tenantId}#${partition}` });
    expect(JSON.stringify(items)).toContain(domain);
    expect(JSON.stringify(items)).not.toContain('canary');
  }
});

test('400: a type with its own fields and no others, each of its form', async () => {
  const { issuer: _issuer, ...withoutIssuer } = oidcSetting;
  await expectInvalidBody(given.owner, 'PUT', path, [
    [{}, '#/type', 'REQUIRED'],
    [{ ...oidcSetting, type: 'LDAP' }, '#/type', 'NOT_IN_ENUM'],
    [{ ...oidcSetting, required: 'yes' }, '#/required', 'INVALID_TYPE'],
    [{ ...oidcSetting, clientSecret: 'a secret' }, '#/clientSecret', 'INVALID_FORMAT'],
    [{ ...oidcSetting, issuer: 'https://login.example.com/?tenant=1' }, '#/issuer', 'INVALID_FORMAT'],
    [withoutIssuer, '#', 'INVALID'],
    [{ ...oidcSetting, metadataUrl: 'https://login.example.com/saml' }, '#', 'INVALID'],
    [{ ...samlSetting, metadataXml: samlMetadata('x') }, '#', 'INVALID'],
    [{ type: 'SAML', required: true }, '#', 'INVALID'],
  ]);
});

testWithActors(
  '400: a server is https at a public host, metadata are those of a provider, a new client has a secret',
  async () => {
    const tenant = await aTenantWithDomain(scenario, dns);
    const before = await setSso(tenant);
    const { clientSecret: _known, ...withoutSecret } = oidcSetting;
    const saml = { type: 'SAML', required: false };
    const bad: [object, string][] = [
      [{ ...oidcSetting, issuer: 'http://login.example.com' }, '#/issuer'],
      [{ ...oidcSetting, issuer: 'https://169.254.169.254/latest' }, '#/issuer'],
      [{ ...oidcSetting, issuer: 'https://localhost' }, '#/issuer'],
      [{ ...samlSetting, metadataUrl: 'https://10.0.0.7/saml' }, '#/metadataUrl'],
      [{ ...saml, metadataXml: '<EntityDescriptor entityID="x"/>' }, '#/metadataXml'],
      [{ ...saml, metadataXml: `<!DOCTYPE x [<!ENTITY y "z">]>${samlMetadata('x')}` }, '#/metadataXml'],
      [{ ...withoutSecret, clientId: 'another' }, '#/clientSecret'],
    ];
    for (const [body, pointer] of bad) {
      const answer = await tenant.owner.put<{ code: string; errors: { pointer: string }[] }>(path, body);
      expect([body, answer.status, answer.body.code, answer.body.errors[0]?.pointer]).toEqual([
        body,
        400,
        'VALIDATION_FAILED',
        pointer,
      ]);
    }
    expect((await tenant.owner.get(path)).body).toEqual(before);
  },
);

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'PUT', path, oidcSetting));

testWithActors('403: only an Owner: who chooses who vouches for addresses could become the Owner', async () => {
  const tenant = await scenario.aTenant('ENTERPRISE');
  const callers = [await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)];
  await expectForbidden(callers, 'PUT', path, oidcSetting);
});

testWithActors('403: TIER_REQUIRED below ENTERPRISE, and nothing is stored', async () => {
  for (const tier of ['FREE', 'PRO', 'TEAM'] as const) {
    const { owner } = await scenario.aTenant(tier);
    const { status, body } = await owner.put(path, oidcSetting);
    expect([tier, status, body.code]).toEqual([tier, 403, 'TIER_REQUIRED']);
    expect((await owner.get(path)).status).toBe(404);
  }
});

testWithActors('403: TIER_REQUIRED after a tenant left ENTERPRISE: what is set can be read and deleted', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  const before = await setSso(tenant);
  await scenario.grantTier(tenant.tenantId, 'TEAM');
  const { status, body } = await tenant.owner.put(path, { ...oidcSetting, required: true });
  expect([status, body.code]).toEqual([403, 'TIER_REQUIRED']);
  expect((await tenant.owner.get(path)).body).toEqual(before);
  expect((await tenant.owner.delete(path)).status).toBe(204);
});

testWithActors('409: DOMAIN_NOT_VERIFIED without a verified domain, and nothing is stored', async () => {
  const tenant = await scenario.aTenant('ENTERPRISE');
  await addDomain(tenant);
  const { status, body } = await tenant.owner.put(path, oidcSetting);
  expect([status, body.code]).toEqual([409, 'DOMAIN_NOT_VERIFIED']);
  expect((await tenant.owner.get(path)).status).toBe(404);
});
