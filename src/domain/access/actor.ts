import type { TenantRole, TokenAccess, WorkspaceRole } from '#contract/permissions.ts';

export type Tier = 'FREE' | 'PRO' | 'TEAM' | 'ENTERPRISE';

/** What is stored about the caller, read strongly consistent on every request: nothing that grants authority is cached. */
export type AccessRecord = {
  /** Null for somebody who signed in. */
  tokenId: string | null;
  /** The digest of who signed in; null with a token. */
  subject: string | null;
  /** null = TENANT scope; else the only workspace that the token sees. */
  tokenWorkspaceId: string | null;
  /** What the token allows; WRITE for who signed in. */
  tokenAccess: TokenAccess;
  /** ISO 8601; null for who signed in. */
  tokenExpiresAt: string | null;
  userId: string;
  email: string | null;
  tenantId: string;
  tier: Tier;
  /** For how many days the tenant's contract has audit entries kept; null: what its tier says. */
  auditDays: number | null;
  /** How many requests a minute the tenant's contract allows; null: as many as its tier. */
  requestsPerMinute: number | null;
  storedRole: TenantRole;
  /** Stored workspace memberships: workspace id → role. */
  memberships: Record<string, WorkspaceRole>;
};

/** Who calls now, with effective roles already derived. */
export type Actor = AccessRecord & {
  effectiveRole: TenantRole;
};
