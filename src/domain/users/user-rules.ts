import { notFound, ServiceError } from '#contract/errors.ts';
import type { TenantRole } from '#contract/permissions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { TierChanged } from '#domain/access/tier-changed.ts';
import type { AuditTarget } from '#domain/audit/audit-entry.ts';
import { limits } from '#domain/billing/limits.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Invitation, InvitedUser, Under, User, UserRefusal, UserReader } from '#domain/ports/user-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { WorkspaceReader } from '#domain/ports/workspace-reader.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import { requireVersion } from '#domain/versioned.ts';

/** A user as it is shown. */
export const showUser = ({ tenantRole, workspaces, invitation, ...user }: User) => ({
  ...user,
  role: tenantRole,
  workspaceRoles: workspaces,
  ...showStatus({ invitation }),
});

/** Whether the user has joined, and until when they may. */
export const showStatus = ({ invitation }: { invitation?: Invitation | undefined }) => ({
  status: invitation === undefined ? ('ACTIVE' as const) : ('INVITED' as const),
  invitationExpiresAt: invitation?.validUntil ?? null,
});

/** Whether nobody has accepted the invitation yet. */
export const isInvited = (user: User): user is InvitedUser => user.invitation !== undefined;

/** A user as the audit log names them. */
export const targetOf = ({ id, email }: User): AuditTarget => ({ type: 'USER', id, name: email });

/** Only an Owner makes, changes or removes an Owner. Throws OWNER_REQUIRED. */
export const requireOwnerFor = (actor: Actor, ...roles: TenantRole[]): void => {
  if (roles.includes('OWNER') && actor.effectiveRole !== 'OWNER')
    throw new ServiceError('OWNER_REQUIRED', 'Only an Owner may make, change or remove an Owner.');
};

/** The tier that the caller was read with, the billable users that it allows, and the moment of the change. */
export const underTierOf = ({ tier }: Pick<Actor, 'tier'>, runtime: Pick<Runtime, 'now'>): Under => ({
  tier,
  seats: limits[tier].billableUsers,
  at: runtime.now(),
});
/** The workspace roles of an invitation. Throws NOT_FOUND where one of the workspaces is not there. */
export const requireWorkspaces = async (
  scope: TenantScope,
  roles: User['workspaces'] = {},
  workspaces: WorkspaceReader,
): Promise<User['workspaces']> => {
  const named = Object.keys(roles);
  const known = named.length === 0 ? [] : await workspaces.list(scope);
  if (!named.every((wanted) => known.some(({ id }) => id === wanted))) throw notFound();
  return roles;
};

/** What the caller is told of a refusal; TierChanged is told to nobody: the request is decided anew. */
export const refused = (actor: Pick<Actor, 'tier'>, refusal: UserRefusal): Error => {
  if (refusal === 'TIER_CHANGED') return new TierChanged();
  const { billableUsers } = limits[actor.tier];
  if (refusal === 'EMAIL_CONFLICT')
    return new ServiceError('EMAIL_CONFLICT', 'A user with this email address is there, or invited, already.');
  if (refusal === 'LAST_OWNER')
    return new ServiceError('LAST_OWNER', 'This is the last Owner. Make another user Owner first.');
  return billableUsers === null
    ? new ServiceError('BILLABLE_CAP_REACHED', 'The cap on billable users is reached. Invite as VIEWER instead.')
    : new ServiceError(
        'PLAN_LIMIT_REACHED',
        `Your plan has room for ${billableUsers} billable user. Invite as VIEWER instead, or upgrade.`,
      );
};

/**
 * Reads the user, decides, writes; anew where somebody else changes the user in between. Throws NOT_FOUND, PRECONDITION_FAILED,
 * DEPENDENCY_UNAVAILABLE, and what `write` refuses.
 */
export const changeUser = async (
  {
    actor,
    scope,
    userId,
    ifMatch,
  }: {
    actor: Actor;
    scope: TenantScope;
    userId: string;
    ifMatch: readonly number[] | undefined;
  },
  users: UserReader,
  runtime: Runtime,
  write: (before: User) => Promise<'DONE' | 'CHANGED' | UserRefusal>,
): Promise<User> =>
  untilCommitted(runtime, 'user', async () => {
    const before = await users.find(scope, userId);
    if (!before) throw notFound();
    requireVersion(before.version, ifMatch);
    const outcome = await write(before);
    if (outcome === 'DONE') return before;
    if (outcome !== 'CHANGED') throw refused(actor, outcome);
    return undefined;
  });
