import type { AnyBody, Scenario, Tenant } from './scenario.ts';
import type { DnsServer } from './dns-server.ts';
import { verifiedDomain } from './domains.ts';

export const ssoPath = '/api/manage/sso';

export type ShownSso = AnyBody & { provider: string; signInUrl: string; callbackUrl: string; domains: string[] };

/** An identity provider that speaks OIDC. */
export const oidcSetting = {
  type: 'OIDC',
  issuer: 'https://login.example.com',
  clientId: 'dezycro',
  clientSecret: 'canary-secret-of-our-client',
  required: false,
};

/** The same by SAML. */
export const samlSetting = { type: 'SAML', metadataUrl: 'https://login.example.com/saml?app=1', required: false };

export const samlMetadata = (entityId: string): string =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">` +
  '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></md:EntityDescriptor>';

/** An Enterprise tenant that has verified a domain. */
export const aTenantWithDomain = async (
  scenario: Pick<Scenario, 'aTenant'>,
  dns: DnsServer,
  wanted: Parameters<typeof verifiedDomain>[2] = {},
): Promise<Tenant & { domain: string }> => {
  const tenant = await scenario.aTenant('ENTERPRISE');
  return { ...tenant, domain: (await verifiedDomain(tenant, dns, wanted)).domain };
};

/** Sets SSO, or says why not. */
export const setSso = async ({ owner }: Pick<Tenant, 'owner'>, setting: object = oidcSetting): Promise<ShownSso> => {
  const answer = await owner.put<ShownSso>(ssoPath, setting);
  if (answer.status !== 200) throw new Error(`No SSO was set: ${answer.text}`);
  return answer.body;
};
