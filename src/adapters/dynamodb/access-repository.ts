import type { AccessRecord, Tier } from '#domain/access/actor.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { KeptAnswer } from '#domain/alongside.ts';
import type { AccessReader, ContainerIds } from '#domain/ports/access-reader.ts';
import type { User } from '#domain/ports/user-repository.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, all, exists, less, set, some } from './expressions.ts';
import { type ItemKey, keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { TokenAccess } from './token-items.ts';
import { readKeptAnswer } from './transact-alongside.ts';

/** `lastUsedAt` moves at most this often: an unconditional write would serialise all requests of a token. */
const useIntervalMs = 5 * 60 * 1000;

export class AccessRepository implements AccessReader {
  readonly #tables: Tables;
  readonly #now: () => Date;

  constructor(tables: Tables, now: () => Date) {
    this.#tables = tables;
    this.#now = now;
  }

  async findAccess(digest: string): Promise<AccessRecord | undefined> {
    const found = await this.#tables(null).get(keys.token(digest));
    if (!found) return undefined;
    const token = recordOf<TokenAccess>(found);
    const scope = mintScope.tenant(token.tenantId);
    const [[user, tenant]] = await Promise.all([
      this.#tables(scope.tenantId).batchGet([keys.user(scope, token.userId), keys.tenant(scope)]),
      this.#recordUse(digest, token.lastUsedAt),
    ]);
    if (!user || !tenant) return undefined;
    const { tenantRole, email, workspaces } = recordOf<User>(user);
    return {
      tokenId: token.tokenId,
      tokenWorkspaceId: token.tokenWorkspaceId,
      userId: token.userId,
      email,
      tenantId: scope.tenantId,
      tier: recordOf<{ tier: Tier }>(tenant).tier,
      storedRole: tenantRole,
      memberships: workspaces,
    };
  }

  async containersExist(scope: TenantScope, { workspaceId, projectId, featureId }: ContainerIds): Promise<boolean> {
    if (workspaceId === undefined) return true;
    const wanted: ItemKey[] = [keys.workspace(scope, workspaceId)];
    const workspace = mintScope.workspace(scope, workspaceId);
    if (projectId !== undefined) {
      wanted.push(keys.project(workspace, projectId));
      if (featureId !== undefined) wanted.push(keys.feature(mintScope.project(workspace, projectId), featureId));
    }
    const found = await this.#tables(scope.tenantId).batchGet(wanted);
    return found.every((item) => item !== undefined);
  }

  findKeptAnswer(scope: TenantScope, keyHash: string): Promise<KeptAnswer | undefined> {
    return readKeptAnswer(this.#tables, scope, keyHash, this.#now());
  }

  async #recordUse(digest: string, lastUsedAt: string | undefined): Promise<void> {
    const now = this.#now();
    const before = new Date(now.getTime() - useIntervalMs).toISOString();
    if (lastUsedAt !== undefined && lastUsedAt >= before) return;
    const due = all(exists('pk'), some(absent('lastUsedAt'), less('lastUsedAt', before)));
    try {
      await this.#tables(null).update(keys.token(digest), [set('lastUsedAt', now.toISOString())], due);
    } catch (error) {
      // Another request was first, or the token has just been revoked: this request started before.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}
