import type { DnsServer } from '../support/dns-server.ts';
import { verifiedDomain } from '../support/domains.ts';
import type { Scenario, Tenant } from '../support/scenario.ts';
import { oidcSetting, setSso, ssoPath } from '../support/sso.ts';
import type { Prepared } from './joining-cases.ts';

/** What changes SSO, for the table of audit-entries.test.ts. */
export const ssoCases = (
  { grantTier, anEditor }: Pick<Scenario, 'grantTier' | 'anEditor'>,
  dns: DnsServer,
): Record<string, (tenant: Tenant) => Promise<Prepared>> => ({
  setSso: async (tenant) => {
    await grantTier(tenant.tenantId, 'ENTERPRISE');
    const { domain } = await verifiedDomain(tenant, dns);
    const body = { ...oidcSetting, required: true };
    return {
      success: { method: 'PUT', path: ssoPath, body: { ...body, issuer: 'https://login.example.com/canary-secret' } },
      failure: { method: 'PUT', path: ssoPath, body: { ...body, issuer: 'https://localhost/canary-secret' } },
      expected: {
        action: 'SSO_SET',
        target: { type: 'TENANT', id: tenant.tenantId },
        metadata: { type: 'OIDC', host: 'login.example.com', required: true, domains: domain },
      },
    };
  },
  deleteSso: async (tenant) => {
    await grantTier(tenant.tenantId, 'ENTERPRISE');
    await verifiedDomain(tenant, dns);
    await setSso(tenant);
    return {
      success: { method: 'DELETE', path: ssoPath },
      failure: { method: 'DELETE', path: ssoPath, caller: await anEditor(tenant) },
      expected: { action: 'SSO_DELETED', target: { type: 'TENANT', id: tenant.tenantId }, metadata: {} },
    };
  },
});
