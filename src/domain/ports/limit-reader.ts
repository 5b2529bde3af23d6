import type { ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';

/** What the limits of a plan are compared with. Ids, oldest first, at most `count`; strongly consistent, one query each. */
export interface LimitReader {
  listOldestWorkspaces(scope: TenantScope, count: number): Promise<string[]>;
  listOldestProjects(scope: WorkspaceScope, count: number): Promise<string[]>;
  listOldestFeatures(scope: ProjectScope, count: number): Promise<string[]>;
  countBillableUsers(scope: TenantScope): Promise<number>;
}
