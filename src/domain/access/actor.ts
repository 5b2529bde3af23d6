import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';

export type Tier = 'FREE' | 'PRO' | 'TEAM' | 'ENTERPRISE';

/** What is stored about the caller, read strongly consistent on every request: nothing that grants authority is cached. */
export type AccessRecord = {
  /** Null for somebody who signed in. */
  tokenId: string | null;
  /** null = TENANT scope; else the only workspace that the token sees. */
  tokenWorkspaceId: string | null;
  userId: string;
  email: string | null;
  tenantId: string;
  tier: Tier;
  storedRole: TenantRole;
  /** Stored workspace memberships: workspace id → role. */
  memberships: Record<string, WorkspaceRole>;
};

/** Who calls now, with effective roles already derived. */
export type Actor = AccessRecord & {
  effectiveRole: TenantRole;
};
