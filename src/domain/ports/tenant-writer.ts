import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { NewToken } from './token-repository.ts';
import type { Workspace } from './workspace-reader.ts';

/** A tenant with its Owner and a first workspace. */
export type NewTenant = {
  tier: Tier;
  owner: { id: string; email: string };
  workspace: Workspace;
  createdAt: string;
};

export interface TenantWriter {
  /** All of it or nothing. */
  create(scope: TenantScope, tenant: NewTenant, token: NewToken, entries: readonly AuditEntry[]): Promise<void>;
}
