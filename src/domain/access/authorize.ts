import type { Endpoint } from '#contract/define-endpoint.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { hasAccess, neededAccess, permissions } from '#contract/permissions.ts';
import type { ContainerIds } from '#domain/ports/access-reader.ts';
import type { Actor } from './actor.ts';
import { effectiveWorkspaceRole } from './effective-roles.ts';
import { mintScope, type TenantScope } from './scope.ts';

/** Places the caller: containers that are absent, invisible or wrongly nested are 404 first. Mints the scope that use cases pass on. */
export const placeActor = (actor: Actor, path: ContainerIds, containersExist: boolean): TenantScope => {
  const tenant = mintScope.tenant(actor.tenantId);
  const { workspaceId, projectId, featureId, notebookId } = path;
  if (workspaceId === undefined) return tenant;
  if (effectiveWorkspaceRole(actor, workspaceId) === undefined) throw notFound();
  if (!containersExist) throw notFound();
  const workspace = mintScope.workspace(tenant, workspaceId);
  if (notebookId !== undefined) return mintScope.notebook(workspace, notebookId);
  if (projectId === undefined) return workspace;
  const project = mintScope.project(workspace, projectId);
  return featureId === undefined ? project : mintScope.feature(project, featureId);
};

/** Throws FORBIDDEN unless the actor's token has the access that the endpoint needs, and the effective role its permission (decision records 0001, 0101). */
export const requirePermission = (
  actor: Actor,
  endpoint: Pick<Endpoint, 'permission' | 'method'>,
  path: ContainerIds,
): void => {
  const needed = neededAccess(endpoint);
  if (!hasAccess(actor.tokenAccess, needed))
    throw new ServiceError(
      'FORBIDDEN',
      `This needs a token with access ${needed}; yours has ${actor.tokenAccess}. Use another token.`,
    );
  const grant = permissions[endpoint.permission];
  if (grant === 'public' || grant === 'self') return;
  if (grant === 'person' || grant === 'guest') {
    if (actor.subject !== null) return;
    throw new ServiceError('FORBIDDEN', 'Sign in for this: a personal access token cannot do it.');
  }
  if ('tenant' in grant) {
    if (actor.tokenWorkspaceId !== null)
      throw new ServiceError('FORBIDDEN', 'Your token is for one workspace. Use a token for the whole tenant.');
    requireRole('tenant', grant.tenant, actor.effectiveRole);
  } else requireRole('workspace', grant.workspace, effectiveWorkspaceRole(actor, path.workspaceId ?? ''));
};

const requireRole = (where: 'tenant' | 'workspace', allowed: readonly string[], role: string | undefined): void => {
  if (role !== undefined && allowed.includes(role)) return;
  const detail = `This needs the ${where} role ${allowed.join(' or ')}; yours is ${role ?? 'none'}. Ask a ${where} admin.`;
  throw new ServiceError('FORBIDDEN', detail);
};
