import type { TenantScope } from '#domain/access/scope.ts';

export type Workspace = {
  id: string;
  name: string;
  tenantId: string;
  /** Grows with every change. */
  version: number;
};

export interface WorkspaceReader {
  find(scope: TenantScope, workspaceId: string): Promise<Workspace | undefined>;
  /** Every workspace of the tenant, newest first. */
  list(scope: TenantScope): Promise<Workspace[]>;
}
