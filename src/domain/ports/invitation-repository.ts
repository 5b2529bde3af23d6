import type { Tier } from '#domain/access/actor.ts';
import type { SignsInAs } from '#domain/access/person.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { TenantRole } from '#contract/permissions.ts';
import type { InvitationLink } from './join-repository.ts';
import type { InvitedUser, User } from './user-repository.ts';

/** Whom an invitation leads to: somebody who is invited, or the user that they have become. */
export type Invited = { tenantId: string; tier: Tier; auditDays: number | null; user: User };

/** A link that whoever has its secret may use. */
export type LinkedTo = { tenantId: string; link: InvitationLink };

export interface InvitationFinder {
  /** By the digest of an invitation's secret; undefined where it is unknown, revoked, renewed or forgotten. */
  find(digest: string): Promise<Invited | LinkedTo | undefined>;
}

export interface InvitationAccepter {
  /**
   * The invited user becomes active and signs in like this from then on. CHANGED where `before` is no longer how the user is, the
   * tenant has another tier, or subject or address belong to another user: read again and decide again.
   */
  join(
    scope: TenantScope,
    before: { tier: Tier; user: InvitedUser },
    as: SignsInAs,
    now: Date,
    entry: AuditEntry,
  ): Promise<'DONE' | 'CHANGED'>;
}

export interface InvitationExpirer {
  /** Removes the invited user with their seat, where the invitation has ended by now and the tenant has this tier. */
  expire(
    scope: TenantScope,
    of: { userId: string; tier: Tier; now: Date },
    seatEntry: (user: User) => AuditEntry | undefined,
  ): Promise<void>;
}

export interface TenantCloser {
  /** What somebody is where they sign in now; undefined: nobody. */
  findMember(subject: string): Promise<{ tenantId: string; userId: string; role: TenantRole } | undefined>;
  /**
   * Removes a tenant with its only user, for good. IN_USE: there are other users, invited ones too, projects, notebooks, or a subscription. CHANGED where the user has
   * changed or gone meanwhile.
   */
  close(scope: TenantScope, userId: string, entry: AuditEntry): Promise<'DONE' | 'CHANGED' | 'IN_USE'>;
}
