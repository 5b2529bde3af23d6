import type { TenantRole } from '#contract/permissions.ts';
import type { Tier } from '#domain/access/actor.ts';
import type { SignsInAs } from '#domain/access/person.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Domain, DomainHolder } from './domain-repository.ts';
import type { Sso } from './sso-repository.ts';
import type { InvitedUser, Under, User, UserRefusal } from './user-repository.ts';

/** An invitation for whoever has its secret, not for a user who is there already. */
export type InvitationLink = {
  id: string;
  /** Of its secret, which is stored nowhere. */
  digest: string;
  role: Exclude<TenantRole, 'OWNER'>;
  workspaceRoles: User['workspaces'];
  /** The only address that it is for; null: any verified one. */
  email: string | null;
  maxUses: number;
  usesLeft: number;
  /** ISO 8601. */
  validUntil: string;
  createdAt: string;
  createdBy: string;
};

/** A tenant that holds the domain of somebody's address, with its SSO. */
export type HeldDomain = { holder: DomainHolder; domain: Domain; sso: Sso | undefined; tier: Tier };

/** A user who joins by themselves, and what it was decided under. */
export type Joining = [scope: TenantScope, user: User & SignsInAs, under: Under, alongside: Alongside];

/** EMAIL_CONFLICT: the address, or who signs in, is a user's already, here or elsewhere. */
export type JoinRefusal = Exclude<UserRefusal, 'LAST_OWNER'>;

export interface Joins {
  /** Who holds the domain, and on which terms people join by it; undefined: nobody. */
  findByDomain(domain: string): Promise<HeldDomain | undefined>;
  /** Whose identity provider it is; undefined: nobody's. */
  findProvider(name: string): Promise<{ tenantId: string; type: Sso['type'] } | undefined>;
  /** Its record was there at this time. Nothing happens where somebody else holds it by now. */
  noteLookup(of: HeldDomain, at: Date): Promise<void>;
  /** Who is invited into this tenant under the address. */
  findInvited(scope: TenantScope, email: string): Promise<InvitedUser | undefined>;
  /** Somebody joins, counted as one who is invited is. */
  take(...by: Joining): Promise<'DONE' | JoinRefusal>;
}

export interface LinkUse {
  /** The same by one use of a link. LINK_OVER: none is left, or it is gone. */
  take(link: InvitationLink, ...by: Joining): Promise<'DONE' | 'LINK_OVER' | JoinRefusal>;
}

export interface LinkReader {
  /** Newest first, those too that are over, for a while. */
  list(scope: TenantScope): Promise<InvitationLink[]>;
  find(scope: TenantScope, linkId: string): Promise<InvitationLink | undefined>;
}

export interface LinkCreator {
  create(scope: TenantScope, link: InvitationLink, alongside: Alongside): Promise<void>;
}

export interface LinkRemover {
  /** False where there is none. */
  delete(scope: TenantScope, link: InvitationLink, alongside: Alongside): Promise<boolean>;
}
