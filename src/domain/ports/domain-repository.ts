import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** A domain that a tenant has added. */
export type Domain = {
  domain: string;
  /** What the TXT record must say, made anew whenever a domain is added. */
  token: string;
  autoJoin: boolean;
  defaultRole: 'MEMBER' | 'VIEWER';
  createdAt: string;
};

/** The tenant that a domain belongs to: its TXT record was found. Times in ISO 8601. */
export type DomainHolder = { tenantId: string; token: string; verifiedAt: string; lookedUpAt: string };

export interface DomainReader {
  /** By name; `verifiedAt`: null where this tenant does not hold it. */
  list(scope: TenantScope): Promise<(Domain & { verifiedAt: string | null })[]>;
  find(scope: TenantScope, domain: string): Promise<Domain | undefined>;
  /** Of all tenants the one that holds it. */
  findHolder(domain: string): Promise<DomainHolder | undefined>;
}

export interface DomainAdder {
  /** False where the tenant has the domain already. */
  add(scope: TenantScope, domain: Domain, alongside: Alongside): Promise<boolean>;
}

export interface DomainHolding {
  /** The tenant holds the domain, in place of `before`. False where either is no longer as it was read. */
  hold(
    scope: TenantScope,
    domain: Domain,
    verifiedAt: string,
    before: DomainHolder | undefined,
    alongside: Alongside,
  ): Promise<boolean>;
}

export interface DomainRemover {
  /** With its holder, where `holder` is this tenant. False where either is no longer as it was read. */
  delete(scope: TenantScope, domain: Domain, holder: DomainHolder | undefined, alongside: Alongside): Promise<boolean>;
}
