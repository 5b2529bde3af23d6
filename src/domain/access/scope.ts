/**
 * Branded scopes: proof that authorization has placed the caller here. Only `authorize` and the task entries mint them,
 * and every repository method asks for one, so no call can reach another tenant's records.
 */
declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type TenantScope = Branded<{ tenantId: string }, 'tenant'>;
export type WorkspaceScope = TenantScope & Branded<{ workspaceId: string }, 'tenant'>;
export type ProjectScope = WorkspaceScope & Branded<{ projectId: string }, 'tenant'>;
export type NotebookScope = WorkspaceScope & Branded<{ notebookId: string }, 'tenant'>;
export type FeatureScope = ProjectScope & Branded<{ featureId: string }, 'tenant'>;

/** For the few places that may mint: authorization, state-machine tasks (ids from our own execution input) and the first start. */
export const mintScope = {
  tenant: (tenantId: string) => ({ tenantId }) as TenantScope,
  workspace: (scope: TenantScope, workspaceId: string) => ({ ...scope, workspaceId }) as WorkspaceScope,
  project: (scope: WorkspaceScope, projectId: string) => ({ ...scope, projectId }) as ProjectScope,
  notebook: (scope: WorkspaceScope, notebookId: string) => ({ ...scope, notebookId }) as NotebookScope,
  feature: (scope: ProjectScope, featureId: string) => ({ ...scope, featureId }) as FeatureScope,
};

export type ProjectIds = { tenantId: string; workspaceId: string; projectId: string };
export type FeatureIds = ProjectIds & { featureId: string };

/** The scopes of a state machine's task: the ids come from our own execution input. */
export const taskScope = {
  project: ({ tenantId, workspaceId, projectId }: ProjectIds): ProjectScope =>
    mintScope.project(mintScope.workspace(mintScope.tenant(tenantId), workspaceId), projectId),
  feature: (ids: FeatureIds): FeatureScope => mintScope.feature(taskScope.project(ids), ids.featureId),
};

/** The scope that an endpoint's path asks for. */
export type ScopeOf<Path extends string> = Path extends `${string}{featureId}${string}`
  ? FeatureScope
  : Path extends `${string}{projectId}${string}`
    ? ProjectScope
    : Path extends `${string}{notebookId}${string}`
      ? NotebookScope
      : Path extends `${string}{workspaceId}${string}`
        ? WorkspaceScope
        : TenantScope;
