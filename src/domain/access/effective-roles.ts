import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import type { AccessRecord, Actor } from './actor.ts';

/** While the tier is PRO every non-Owner is treated as Viewer; stored roles never change (specification §3, Pro role facade). */
export const effectiveTenantRole = ({ tier, storedRole }: Pick<AccessRecord, 'tier' | 'storedRole'>): TenantRole =>
  tier === 'PRO' && storedRole !== 'OWNER' ? 'VIEWER' : storedRole;

/**
 * The caller's role in a workspace, or undefined where the workspace is invisible to them.
 * Owner and Admin are workspace Admin everywhere; Members and Viewers need a membership; a (facaded) tenant Viewer is at most
 * workspace Viewer (specification §5); a workspace token sees only its own workspace.
 */
export const effectiveWorkspaceRole = (actor: Actor, workspaceId: string): WorkspaceRole | undefined => {
  if (actor.tokenWorkspaceId !== null && actor.tokenWorkspaceId !== workspaceId) return undefined;
  if (actor.effectiveRole === 'OWNER' || actor.effectiveRole === 'ADMIN') return 'ADMIN';
  const stored = storedWorkspaceRole(actor, workspaceId);
  return stored && actor.effectiveRole === 'VIEWER' ? 'VIEWER' : stored;
};

/** A facaded Admin keeps sight of every workspace, as a Viewer. */
const storedWorkspaceRole = ({ storedRole, memberships }: Actor, workspaceId: string): WorkspaceRole | undefined =>
  storedRole === 'ADMIN' ? 'ADMIN' : memberships[workspaceId];

export const toActor = (record: AccessRecord): Actor => ({ ...record, effectiveRole: effectiveTenantRole(record) });
