import type { TenantRole } from '#contract/permissions.ts';
import type { SignsInAs } from '#domain/access/person.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { NewTenant } from './tenant-writer.ts';

/** Who calls, as the issuer of sign-in tokens knows them. */
export type Identity = {
  issuer: string;
  subject: string;
  /** The identity provider of a tenant that they signed in by; null: by none. */
  provider: string | null;
};

/** An address as the issuer knows it. */
export type SaidEmail = { address: string; isVerified: boolean };

/** The tokens of the one OIDC issuer that is configured. */
export interface SignInTokens {
  /**
   * Undefined for what the issuer did not give to our clients or no longer stands by; no network is used before the token has the shape of
   * one that could be valid now. Throws DEPENDENCY_UNAVAILABLE where the issuer's keys cannot be had.
   */
  verify(token: string): Promise<Identity | undefined>;
  /** The address, of a token that `verify` accepts; undefined where there is none. */
  findEmail(token: string): Promise<SaidEmail | undefined>;
}

/** What the first sign-in of somebody makes. `subject` is the digest of an identity. */
export interface SignInWriter {
  /** Whose address this is: a user who has joined. */
  findHolder(email: string): Promise<{ tenantId: string; userId: string; role: TenantRole | undefined } | undefined>;
  /**
   * From then on the user signs in like this. By SSO in place of an earlier one, else only where there is none. False where the user is gone, changes
   * meanwhile, or signs in as somebody else.
   */
  bind(scope: TenantScope, userId: string, as: SignsInAs): Promise<boolean>;
  /** All of it or nothing; false where address or subject were taken meanwhile. */
  create(scope: TenantScope, tenant: NewTenant, subject: string, entry: AuditEntry): Promise<boolean>;
}
