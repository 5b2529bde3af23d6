import type { NotebookScope, ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';

/** What the limits of a plan are compared with; strongly consistent. Lists are of ids, oldest first, at most `count`, one query each. */
export interface LimitReader {
  listOldestWorkspaces(scope: TenantScope, count: number): Promise<string[]>;
  listOldestProjects(scope: WorkspaceScope, count: number): Promise<string[]>;
  listOldestFeatures(scope: ProjectScope, count: number): Promise<string[]>;
  listOldestNotebooks(scope: WorkspaceScope, count: number): Promise<string[]>;
  listOldestPages(scope: NotebookScope, count: number): Promise<string[]>;
  countInTenant(scope: TenantScope): Promise<{ workspaceCount: number; billableCount: number }>;
  countProjects(scope: WorkspaceScope): Promise<number>;
  countFeatures(scope: ProjectScope): Promise<number>;
  countNotebooks(scope: WorkspaceScope): Promise<number>;
  countPages(scope: NotebookScope): Promise<number>;
}
