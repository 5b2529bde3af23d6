import type { TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Missed } from '#domain/versioned.ts';
import type { Workspace } from './workspace-reader.ts';

export interface WorkspaceWriter {
  /** False where the tenant has `limit` workspaces already; null: no limit. */
  create(scope: TenantScope, workspace: Workspace, limit: number | null, alongside: Alongside): Promise<boolean>;
  /** At one of the `versions` where any are named. */
  rename(scope: WorkspaceScope, name: string, versions: readonly number[] | undefined): Promise<Workspace | Missed>;
}

export interface WorkspaceRemover {
  /** NOT_EMPTY where it has projects or notebooks. What belongs to the workspace alone goes with it. */
  delete(
    scope: WorkspaceScope,
    versions: readonly number[] | undefined,
    alongside: Alongside,
  ): Promise<'DONE' | 'NOT_EMPTY' | Missed>;
}
