import { expect } from 'vitest';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { Method } from '#contract/method.ts';
import { absentId } from '../support/addresses.ts';
import type { DnsServer } from '../support/dns-server.ts';
import { addDomain, aDomainName, domainsPath, verifiedDomain, verifyPath } from '../support/domains.ts';
import { acceptPath, invite } from '../support/join.ts';
import { aLink, linksPath, type Newcomer } from '../support/newcomers.ts';
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
export const joiningCases = (
  dns: DnsServer,
  newcomer: (domain?: string) => Promise<Newcomer>,
): Record<string, (tenant: Tenant) => Promise<Prepared>> => ({
  joinTenant: async (tenant) => {
    const { domain } = await verifiedDomain(tenant, dns, { defaultRole: 'VIEWER' });
    const [{ email, caller }, other] = [await newcomer(domain), await newcomer()];
    return {
      success: { method: 'POST', path: '/api/v1/join', caller },
      failure: { method: 'POST', path: '/api/v1/join', caller: other.caller },
      expected: {
        action: 'USER_JOINED',
        target: { type: 'USER', name: email },
        metadata: { way: 'DOMAIN', domain, role: 'VIEWER' },
        actor: { userId: expect.any(String), email, tokenId: null },
      },
    };
  },
  acceptInvitation: async (tenant) => {
    const [person, other] = [await newcomer(), await newcomer()];
    const { id, invitation } = await invite(tenant, { email: person.email, role: 'VIEWER' });
    const request = { method: 'POST' as const, path: acceptPath(invitation.token) };
    return {
      success: { ...request, caller: person.caller },
      failure: { ...request, caller: other.caller },
      expected: {
        action: 'INVITATION_ACCEPTED',
        target: { type: 'USER', id, name: person.email },
        metadata: { role: 'VIEWER' },
        actor: { userId: id, email: person.email, tokenId: null },
      },
    };
  },
  createInvitationLink: async () => {
    const fields = { role: 'VIEWER', maxUses: 1 };
    return {
      success: { method: 'POST', path: linksPath, body: { ...fields, expiresInDays: 1 } },
      failure: { method: 'POST', path: linksPath, body: { ...fields, expiresInDays: 99 } },
      expected: {
        action: 'INVITATION_LINK_CREATED',
        target: { type: 'INVITATION_LINK' },
        metadata: { ...fields, isForOneAddress: false },
      },
    };
  },
  deleteInvitationLink: async (tenant) => {
    const { id } = await aLink(tenant);
    return {
      success: { method: 'DELETE', path: `${linksPath}/${id}` },
      failure: { method: 'DELETE', path: `${linksPath}/${absentId}` },
      expected: {
        action: 'INVITATION_LINK_DELETED',
        target: { type: 'INVITATION_LINK', id },
        metadata: { usesLeft: 2 },
      },
    };
  },
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
