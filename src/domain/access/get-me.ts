import type { UseCase } from '#domain/use-case.ts';
import type { getMe as endpoint } from '#contract/endpoints/me.ts';
import { effectiveWorkspaceRole } from './effective-roles.ts';

/** Who calls: stored and effective roles, in the tenant and in each visible workspace. */
export const getMe: UseCase<typeof endpoint> = async ({ actor, scope }, ports) => {
  const workspaces = await ports['workspaces:read'].list(scope);
  return {
    body: {
      userId: actor.userId,
      email: actor.email,
      tenantId: actor.tenantId,
      tier: actor.tier,
      storedRole: actor.storedRole,
      effectiveRole: actor.effectiveRole,
      tokenAccess: actor.tokenExpiresAt === null ? null : actor.tokenAccess,
      tokenExpiresAt: actor.tokenExpiresAt,
      workspaces: workspaces.flatMap(({ id }) => {
        const effectiveRole = effectiveWorkspaceRole(actor, id);
        return effectiveRole ? [{ workspaceId: id, storedRole: actor.memberships[id] ?? null, effectiveRole }] : [];
      }),
    },
  };
};
