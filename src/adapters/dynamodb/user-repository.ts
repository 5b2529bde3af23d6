import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import type { TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  Invitation,
  InvitationRevoker,
  InvitedUser,
  Under,
  UnderTier,
  User,
  UserCreator,
  UserReader,
  UserRefusal,
  UserRemover,
  UserWriter,
} from '#domain/ports/user-repository.ts';
import { atVersion, nextVersion, transactSteps, unlessRefused } from './change-records.ts';
import { type Change, type Condition, exists, remove, set } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { sameTier } from './plan-items.ts';
import type { Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';
import {
  countWrite,
  invitationPut,
  invitedPuts,
  leadingTo,
  openInvitation,
  purgeTokens,
  userOf,
} from './user-items.ts';

export class UserRepository implements UserReader, UserCreator, UserWriter, InvitationRevoker, UserRemover {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: TenantScope): Promise<User[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.users(scope), descending: true });
    return items.map(userOf);
  }

  async find(scope: TenantScope, userId: string): Promise<User | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.user(scope, userId));
    return item && userOf(item);
  }

  invite(
    scope: TenantScope,
    user: InvitedUser,
    { tier, seats, at }: Under,
    alongside: Alongside,
  ): Promise<'DONE' | UserRefusal> {
    const count = countWrite(scope, { to: user, seats, at });
    return transactSteps(this.#transact(scope, alongside), [
      sameTier(scope, tier),
      { refusal: 'NO_SEAT', write: count },
      ...invitedPuts(scope, user).map((write) => ({ refusal: 'EMAIL_CONFLICT' as const, write })),
    ]);
  }

  renew(
    scope: TenantScope,
    before: InvitedUser,
    invitation: Invitation,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED'> {
    const { gsi1pk, gsi1sk } = openInvitation(scope, before.id, invitation);
    const changes = [set('invitation', invitation), set('gsi1pk', gsi1pk), set('gsi1sk', gsi1sk), nextVersion];
    const writes = [
      { update: keys.user(scope, before.id), changes, if: atVersion([before.version]) },
      { delete: keys.invitation(before.invitation.digest) },
      invitationPut(scope, before.id, invitation),
    ];
    return transactSteps(
      this.#transact(scope, alongside),
      writes.map((write) => ({ refusal: 'CHANGED' as const, write })),
    );
  }

  changeRole(
    scope: TenantScope,
    before: User,
    role: TenantRole,
    { tier, seats, at }: Under,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal> {
    const count = countWrite(scope, { from: before, to: { ...before, tenantRole: role }, seats, at });
    const update = {
      update: keys.user(scope, before.id),
      changes: [set('tenantRole', role), nextVersion],
      if: atVersion([before.version]),
    };
    return transactSteps(this.#transact(scope, alongside), [
      sameTier(scope, tier),
      { refusal: 'CHANGED', write: update },
      { refusal: before.tenantRole === 'OWNER' ? 'LAST_OWNER' : 'NO_SEAT', write: count },
    ]);
  }

  revoke(
    scope: TenantScope,
    before: InvitedUser,
    under: UnderTier,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal> {
    return this.#remove(scope, before, under, alongside);
  }

  async delete(
    scope: TenantScope,
    before: User,
    under: UnderTier,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal> {
    const outcome = await this.#remove(scope, before, under, alongside);
    if (outcome === 'DONE') await purgeTokens(this.#tables(scope.tenantId), scope, before.id);
    return outcome;
  }

  #remove(
    scope: TenantScope,
    before: User,
    under: UnderTier,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal> {
    return transactSteps(this.#transact(scope, alongside), [
      sameTier(scope, under.tier),
      { refusal: 'CHANGED', write: { delete: keys.user(scope, before.id), if: atVersion([before.version]) } },
      { refusal: 'LAST_OWNER', write: countWrite(scope, { from: before, seats: null, at: under.at }) },
      ...leadingTo(scope, before).map((key) => ({ refusal: 'CHANGED' as const, write: { delete: key } })),
    ]);
  }

  setMember(scope: WorkspaceScope, userId: string, role: WorkspaceRole, alongside: Alongside): Promise<boolean> {
    const membership = set(['workspaces', scope.workspaceId], role);
    return this.#update(scope, userId, membership, exists('pk'), alongside);
  }

  removeMember(scope: WorkspaceScope, userId: string, alongside: Alongside): Promise<boolean> {
    const membership = ['workspaces', scope.workspaceId];
    return this.#update(scope, userId, remove(membership), exists(membership), alongside);
  }

  #transact(scope: TenantScope, alongside: Alongside) {
    return (writes: Write[]): Promise<void> => transactAlongside(this.#tables, scope, writes, alongside);
  }

  #update(
    scope: TenantScope,
    userId: string,
    change: Change,
    condition: Condition,
    alongside: Alongside,
  ): Promise<boolean> {
    const write = { update: keys.user(scope, userId), changes: [change, nextVersion], if: condition };
    return unlessRefused(this.#transact(scope, alongside)([write]));
  }
}
