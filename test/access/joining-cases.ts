import type { AuditAction } from '#contract/audit-actions.ts';
import type { Method } from '#contract/method.ts';
import type { DnsServer } from '../support/dns-server.ts';
import { addDomain, aDomainName, domainsPath, verifiedDomain, verifyPath } from '../support/domains.ts';
import type { Caller, Tenant } from '../support/scenario.ts';

export type AuditedRequest = { method: Method; path: string; body?: unknown; caller?: Caller };

export type Prepared = {
  success: AuditedRequest;
  /** As like it as can be, and refused. */
  failure: AuditedRequest;
  expected: {
    action: AuditAction;
    target: object;
    metadata: object;
    actor?: object;
    /** What the same request tells of seats. */
    seats?: AuditAction[];
  };
};

/** What lets people in, for the table of audit-entries.test.ts. */
export const joiningCases = (dns: DnsServer): Record<string, (tenant: Tenant) => Promise<Prepared>> => ({
  addDomain: async () => {
    const [domain, fields] = [aDomainName(), { autoJoin: true, defaultRole: 'VIEWER' }];
    return {
      success: { method: 'POST', path: domainsPath, body: { domain, ...fields } },
      failure: { method: 'POST', path: domainsPath, body: { domain: 'gmail.com', ...fields } },
      expected: { action: 'DOMAIN_ADDED', target: { type: 'DOMAIN', id: domain }, metadata: fields },
    };
  },
  verifyDomain: async (tenant) => {
    const { domain, txtName, txtValue } = await addDomain(tenant);
    dns.setTexts(txtName, txtValue);
    const { domain: without } = await addDomain(tenant);
    return {
      success: { method: 'POST', path: verifyPath(domain) },
      failure: { method: 'POST', path: verifyPath(without) },
      expected: { action: 'DOMAIN_VERIFIED', target: { type: 'DOMAIN', id: domain }, metadata: {} },
    };
  },
  deleteDomain: async (tenant) => {
    const { domain } = await verifiedDomain(tenant, dns);
    return {
      success: { method: 'DELETE', path: `${domainsPath}/${domain}` },
      failure: { method: 'DELETE', path: `${domainsPath}/${aDomainName()}` },
      expected: {
        action: 'DOMAIN_DELETED',
        target: { type: 'DOMAIN', id: domain },
        metadata: { isVerified: true },
      },
    };
  },
});
