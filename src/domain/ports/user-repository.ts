import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import type { TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** A user with stored roles; what they amount to now is derived at each request. */
export type User = {
  id: string;
  email: string;
  name: string | null;
  tenantRole: TenantRole;
  /** Stored workspace memberships: workspace id → role. */
  workspaces: Record<string, WorkspaceRole>;
  createdAt: string;
  /** The digest of the identity that signs in as this user; absent before the first sign-in. */
  subject?: string;
  /** Grows with every change of roles. */
  version: number;
};

/** Why nothing was written: the address is taken, no seat is left, or the tenant would be without an Owner. */
export type UserRefusal = 'EMAIL_CONFLICT' | 'NO_SEAT' | 'LAST_OWNER';

export interface UserReader {
  /** Every user of the tenant, newest first. */
  list(scope: TenantScope): Promise<User[]>;
  find(scope: TenantScope, userId: string): Promise<User | undefined>;
}

export interface UserCreator {
  /** `seats`: billable users that the tier allows, beside the Owner's own cap; null: as many as there are. Counted in the same transaction. */
  create(scope: TenantScope, user: User, seats: number | null, alongside: Alongside): Promise<'DONE' | UserRefusal>;
}

export interface UserWriter {
  /** CHANGED where `before` is no longer how the user is: read again and decide again. */
  changeRole(
    scope: TenantScope,
    before: User,
    role: TenantRole,
    seats: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal>;
  /** False where there is no such user. */
  setMember(scope: WorkspaceScope, userId: string, role: WorkspaceRole, alongside: Alongside): Promise<boolean>;
  /** False where the user is no member. */
  removeMember(scope: WorkspaceScope, userId: string, alongside: Alongside): Promise<boolean>;
}

export interface UserRemover {
  /** With every token. CHANGED where `before` is no longer how the user is: read again and decide again. */
  delete(scope: TenantScope, before: User, alongside: Alongside): Promise<'DONE' | 'CHANGED' | UserRefusal>;
}
