import type { Tier } from '#domain/access/actor.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { KeptAnswer } from '#domain/alongside.ts';
import type { Access, AccessReader, ContainerIds } from '#domain/ports/access-reader.ts';
import type { User } from '#domain/ports/user-repository.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, all, exists, less, set, some } from './expressions.ts';
import { type ItemKey, keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { TokenAccess } from './token-items.ts';
import { readKeptAnswer } from './transact-alongside.ts';

/** `lastUsedAt` moves at most this often: an unconditional write would serialise all requests of a token. */
const useIntervalMs = 5 * 60 * 1000;

/** What a token never changes, and its last use as far as this process knows. It proves nothing: the token itself is read each time. */
type Holder = { tenantId: string; userId: string; lastUsedAt: string | undefined };
const mostHolders = 1000;

export class AccessRepository implements AccessReader {
  readonly #tables: Tables;
  readonly #now: () => Date;
  readonly #holders = new Map<string, Holder>();

  constructor(tables: Tables, now: () => Date) {
    this.#tables = tables;
    this.#now = now;
  }

  /** Two calls that wait for one another for a token that this process has not seen, else one. */
  async findAccess(digest: string, containers: ContainerIds): Promise<Access | undefined> {
    const holder = this.#holders.get(digest) ?? (await this.#findHolder(digest));
    if (!holder) return undefined;
    const scope = mintScope.tenant(holder.tenantId);
    const own = [keys.token(digest), keys.user(scope, holder.userId), keys.tenant(scope)];
    const [[token, user, tenant, ...found]] = await Promise.all([
      this.#tables(scope.tenantId).batchGet([...own, ...containerKeys(scope, containers)]),
      this.#recordUse(digest, holder),
    ]);
    if (!token || !user || !tenant) {
      this.#holders.delete(digest);
      return undefined;
    }
    const { tokenId, tokenWorkspaceId } = recordOf<TokenAccess>(token);
    const { id: userId, tenantRole, email, workspaces } = recordOf<User>(user);
    const { tier } = recordOf<{ tier: Tier }>(tenant);
    return {
      caller: {
        tokenId,
        tokenWorkspaceId,
        userId,
        email,
        tenantId: scope.tenantId,
        tier,
        storedRole: tenantRole,
        memberships: workspaces,
      },
      containersExist: found.every((item) => item !== undefined),
    };
  }

  findKeptAnswer(scope: TenantScope, keyHash: string): Promise<KeptAnswer | undefined> {
    return readKeptAnswer(this.#tables, scope, keyHash, this.#now());
  }

  async #findHolder(digest: string): Promise<Holder | undefined> {
    const found = await this.#tables(null).get(keys.token(digest));
    if (!found) return undefined;
    const { tenantId, userId, lastUsedAt } = recordOf<TokenAccess>(found);
    const holder = { tenantId, userId, lastUsedAt };
    const [oldest] = this.#holders.keys();
    if (oldest !== undefined && this.#holders.size >= mostHolders) this.#holders.delete(oldest);
    this.#holders.set(digest, holder);
    return holder;
  }

  async #recordUse(digest: string, holder: Holder): Promise<void> {
    const now = this.#now();
    const before = new Date(now.getTime() - useIntervalMs).toISOString();
    if (holder.lastUsedAt !== undefined && holder.lastUsedAt >= before) return;
    holder.lastUsedAt = now.toISOString();
    const due = all(exists('pk'), some(absent('lastUsedAt'), less('lastUsedAt', before)));
    try {
      await this.#tables(null).update(keys.token(digest), [set('lastUsedAt', now.toISOString())], due);
    } catch (error) {
      // Another request was first, or the token has just been revoked: this request started before.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}

const containerKeys = (scope: TenantScope, { workspaceId, projectId, featureId }: ContainerIds): ItemKey[] => {
  if (workspaceId === undefined) return [];
  const workspace = mintScope.workspace(scope, workspaceId);
  if (projectId === undefined) return [keys.workspace(scope, workspaceId)];
  const project = keys.project(workspace, projectId);
  if (featureId === undefined) return [keys.workspace(scope, workspaceId), project];
  return [
    keys.workspace(scope, workspaceId),
    project,
    keys.feature(mintScope.project(workspace, projectId), featureId),
  ];
};
