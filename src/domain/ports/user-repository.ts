import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

export type Invitation = { digest: string; validUntil: string };
export type InvitedUser = User & { invitation: Invitation };

/** A user with stored roles; what they amount to now is derived at each request. */
export type User = {
  id: string;
  email: string;
  name: string | null;
  tenantRole: TenantRole;
  /** Stored workspace memberships: workspace id → role. */
  workspaces: Record<string, WorkspaceRole>;
  createdAt: string;
  /** The digest of the identity that signs in as this user; absent for who is invited, and for an Owner made at the service's start. */
  subject?: string;
  /** The same by SSO. */
  ssoSubject?: string;
  /** Until it is accepted. `digest` of its secret, which is stored nowhere; `validUntil`: ISO 8601. */
  invitation?: Invitation;
  /** Grows with every change of roles. */
  version: number;
};

/** Why nothing was written: the tenant has another tier by now, the address is taken, no seat is left, or the tenant would be without an Owner. */
export type UserRefusal = 'TIER_CHANGED' | 'EMAIL_CONFLICT' | 'NO_SEAT' | 'LAST_OWNER';

/**
 * What a change of users was decided under: it holds only while the tenant has this tier. `seats`: billable users that the tier allows,
 * beside the Owner's own cap; null: as many as there are.
 */
export type Under = { tier: Tier; seats: number | null; at: Date };

/** Where nobody becomes billable. */
export type UnderTier = Pick<Under, 'tier' | 'at'>;

export interface UserReader {
  /** Every user of the tenant, newest first. */
  list(scope: TenantScope): Promise<User[]>;
  find(scope: TenantScope, userId: string): Promise<User | undefined>;
}

export interface UserCreator {
  /**
   * The invited user takes a seat at once, counted in the same transaction. EMAIL_CONFLICT: the address is in this tenant already; of other
   * tenants nothing is read.
   */
  invite(scope: TenantScope, user: InvitedUser, under: Under, alongside: Alongside): Promise<'DONE' | UserRefusal>;
  /** In place of the old one, which is void. CHANGED where `before` is no longer how the user is. */
  renew(
    scope: TenantScope,
    before: InvitedUser,
    invitation: Invitation,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED'>;
}

export interface UserWriter {
  /** CHANGED where `before` is no longer how the user is: read again and decide again. */
  changeRole(
    scope: TenantScope,
    before: User,
    role: TenantRole,
    under: Under,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal>;
  /** False where there is no such user. */
  setMember(scope: WorkspaceScope, userId: string, role: WorkspaceRole, alongside: Alongside): Promise<boolean>;
  /** False where the user is no member. */
  removeMember(scope: WorkspaceScope, userId: string, alongside: Alongside): Promise<boolean>;
}

export interface InvitationRevoker {
  /** The invited user and the secret of the invitation. CHANGED as with UserRemover. */
  revoke(
    scope: TenantScope,
    before: InvitedUser,
    under: UnderTier,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal>;
}

export interface UserRemover {
  /** Who has joined, with every token. CHANGED where `before` is no longer how the user is: read again and decide again. */
  delete(
    scope: TenantScope,
    before: User,
    under: UnderTier,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal>;
}
