import { randomUUID } from 'node:crypto';
import { DnsTxtRecords } from '#adapters/dns/txt-records.ts';
import type { ExtraPorts } from './api-target.ts';
import type { DnsServer } from './dns-server.ts';
import { localPorts } from './local-ports.ts';
import type { AnyBody, Tenant } from './scenario.ts';

export const domainsPath = '/api/manage/domains';

/** The ports of `localPorts`, with a DNS server to ask. */
export const portsWithDns =
  (dns: DnsServer): ExtraPorts =>
  (tables) => ({ ...localPorts()(tables), 'txt-records:read': new DnsTxtRecords([dns.address]) });

export type ShownDomain = AnyBody & { domain: string; txtName: string; txtValue: string; verifiedAt: string | null };
type NewDomain = { domain?: string; autoJoin?: boolean; defaultRole?: 'MEMBER' | 'VIEWER' };

export const aDomainName = (): string => `${randomUUID()}.example`;

/** A domain that the tenant has added. */
export const addDomain = async (
  { owner }: Pick<Tenant, 'owner'>,
  { domain = aDomainName(), autoJoin = true, defaultRole = 'MEMBER' }: NewDomain = {},
): Promise<ShownDomain> => {
  const answer = await owner.post<ShownDomain>(domainsPath, { domain, autoJoin, defaultRole });
  if (answer.status !== 201) throw new Error(`No domain was added: ${answer.text}`);
  return answer.body;
};

export const verifyPath = (domain: string): string => `${domainsPath}/${domain}/verify`;

/** A domain that the tenant has verified: DNS has its record. */
export const verifiedDomain = async (
  tenant: Pick<Tenant, 'owner'>,
  dns: DnsServer,
  wanted: NewDomain = {},
): Promise<ShownDomain> => {
  const { domain, txtName, txtValue } = await addDomain(tenant, wanted);
  dns.setTexts(txtName, txtValue);
  const answer = await tenant.owner.post<ShownDomain>(verifyPath(domain));
  if (answer.status !== 200) throw new Error(`No domain was verified: ${answer.text}`);
  return answer.body;
};
