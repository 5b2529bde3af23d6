import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import type { TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  User,
  UserCreator,
  UserReader,
  UserRefusal,
  UserRemover,
  UserWriter,
} from '#domain/ports/user-repository.ts';
import { atVersion, nextVersion, removeAll, transactSteps, unlessRefused } from './change-records.ts';
import { type Change, type Condition, exists, remove, set } from './expressions.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item, Write } from './writes.ts';
import { countWrite, emailKey, userPuts } from './user-items.ts';

export class UserRepository implements UserReader, UserCreator, UserWriter, UserRemover {
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

  create(scope: TenantScope, user: User, seats: number | null, alongside: Alongside): Promise<'DONE' | UserRefusal> {
    const count = countWrite(scope, { to: user.tenantRole, seats });
    return transactSteps(this.#transact(scope, alongside), [
      { refusal: 'NO_SEAT', write: count },
      ...userPuts(scope, user).map((write) => ({ refusal: 'EMAIL_CONFLICT' as const, write })),
    ]);
  }

  changeRole(
    scope: TenantScope,
    before: User,
    role: TenantRole,
    seats: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | UserRefusal> {
    const count = countWrite(scope, { from: before.tenantRole, to: role, seats });
    const update = {
      update: keys.user(scope, before.id),
      changes: [set('tenantRole', role), nextVersion],
      if: atVersion([before.version]),
    };
    return transactSteps(this.#transact(scope, alongside), [
      { refusal: 'CHANGED', write: update },
      { refusal: before.tenantRole === 'OWNER' ? 'LAST_OWNER' : 'NO_SEAT', write: count },
    ]);
  }

  async delete(scope: TenantScope, before: User, alongside: Alongside): Promise<'DONE' | 'CHANGED' | UserRefusal> {
    const outcome = await transactSteps(this.#transact(scope, alongside), [
      { refusal: 'CHANGED', write: { delete: keys.user(scope, before.id), if: atVersion([before.version]) } },
      { refusal: 'LAST_OWNER', write: countWrite(scope, { from: before.tenantRole, seats: null }) },
      { refusal: 'CHANGED', write: { delete: emailKey(before.email) } },
      ...(before.subject === undefined
        ? []
        : [{ refusal: 'CHANGED' as const, write: { delete: keys.subject(before.subject) } }]),
    ]);
    if (outcome === 'DONE') await this.#purgeTokens(scope, before.id);
    return outcome;
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

  /** Without their user they prove nobody; here they only go. */
  async #purgeTokens(scope: TenantScope, userId: string): Promise<void> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query(ranges.ofUser(scope, userId));
    const digests = items.flatMap(({ digest }) => (typeof digest === 'string' ? [digest] : []));
    await removeAll(
      table,
      digests.map((digest) => keys.token(digest)),
    );
    await removeAll(table, items);
  }
}

const userOf = (item: Item): User => ({ version: 0, ...recordOf<Omit<User, 'version'>>(item) });
