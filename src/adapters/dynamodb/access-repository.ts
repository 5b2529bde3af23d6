import { ServiceError } from '#contract/errors.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { KeptAnswer } from '#domain/alongside.ts';
import { requestsPerMinuteOf } from '#domain/billing/plan.ts';
import type { Access, AccessReader, ContainerIds } from '#domain/ports/access-reader.ts';
import type { Sso } from '#domain/ports/sso-repository.ts';
import type { User } from '#domain/ports/user-repository.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, all, exists, less, set, some } from './expressions.ts';
import { headOf } from './feature-head-item.ts';
import * as keys from './keys.ts';
import type { ItemKey } from './key-parts.ts';
import { LimitRepository } from './limit-repository.ts';
import { planOf, tierIn } from './plan-items.ts';
import { recordOf, type Tables } from './record.ts';
import { rightsOf, type TokenItem } from './token-items.ts';
import { readKeptAnswer } from './transact-alongside.ts';

/** `lastUsedAt` moves at most this often: an unconditional write would serialise all requests of a token. */
const useIntervalMs = 5 * 60 * 1000;

/** Whose a token or sign-in is, and its last use as far as this process knows. It proves nothing: the item itself is read each time. */
type Holder = { tenantId: string; userId: string; lastUsedAt: string | undefined };
const mostHolders = 1000;

/** Two calls that wait for one another for a token or sign-in that this process has not seen, else one. */
export class AccessRepository extends LimitRepository implements AccessReader {
  readonly #tables: Tables;
  readonly #now: () => Date;
  readonly #holders = new Map<string, Holder>();

  constructor(tables: Tables, now: () => Date) {
    super(tables);
    this.#tables = tables;
    this.#now = now;
  }

  async findAccess(digest: string, containers: ContainerIds): Promise<Access | undefined> {
    const key = keys.token(digest);
    const holder = await this.#holderOf(key);
    if (!holder) return undefined;
    const [access] = await Promise.all([this.#read(key, holder, containers, null), this.#recordUse(key, holder)]);
    return access;
  }

  async findSignedIn(subject: string, containers: ContainerIds): Promise<Access | undefined> {
    const key = keys.subject(subject);
    const wasKnown = this.#holders.has(key.pk);
    const holder = await this.#holderOf(key);
    const access = holder && (await this.#read(key, holder, containers, subject));
    // A user who went may have come back as another one.
    return access ?? (wasKnown ? this.findSignedIn(subject, containers) : undefined);
  }

  /** One call. What proves the caller is read again with the rest, so nothing that was revoked is believed. */
  async #read(
    key: ItemKey,
    holder: Holder,
    containers: ContainerIds,
    subject: string | null,
  ): Promise<Access | undefined> {
    const scope = mintScope.tenant(holder.tenantId);
    const own = [key, keys.user(scope, holder.userId), keys.plan(scope)];
    // A token of our own goes on whatever is required of sign-ins.
    const ways = subject === null ? [] : [keys.sso(scope)];
    const wanted = [...own, ...containerKeys(scope, containers), ...ways];
    const [proof, user, plan, ...rest] = await this.#tables(scope.tenantId).batchGet(wanted);
    if (!proof || !user || proof['userId'] !== holder.userId) {
      this.#holders.delete(key.pk);
      return undefined;
    }
    const found = rest.slice(0, rest.length - ways.length);
    const sso = subject === null ? undefined : rest.at(-1);
    const { tokenId = null, tokenWorkspaceId = null, ...token } = recordOf<Partial<TokenItem>>(proof);
    const { access: tokenAccess, expiresAt } = rightsOf(token);
    const { id: userId, tenantRole, email, workspaces } = recordOf<User>(user);
    const { tenantId } = scope;
    const feature = containers.featureId === undefined ? undefined : found.at(-1);
    return {
      caller: {
        tokenId,
        subject,
        tokenWorkspaceId,
        // A sign-in names no token.
        tokenAccess,
        tokenExpiresAt: tokenId === null ? null : expiresAt,
        userId,
        email,
        tenantId,
        ...tierIn(plan),
        requestsPerMinute: requestsPerMinuteOf(planOf(plan)),
        storedRole: tenantRole,
        memberships: workspaces,
      },
      containersExist: found.every((item) => item !== undefined),
      head: feature && headOf(feature),
      sso: sso && recordOf<Sso>(sso),
    };
  }

  findKeptAnswer(scope: TenantScope, keyHash: string): Promise<KeptAnswer | undefined> {
    return readKeptAnswer(this.#tables, scope, keyHash, this.#now());
  }

  /** A call only for a token or sign-in that this process has not seen. */
  async #holderOf(key: ItemKey): Promise<Holder | undefined> {
    const known = this.#holders.get(key.pk);
    if (known) return known;
    const found = await this.#tables(null).get(key);
    if (!found) return undefined;
    const { tenantId, userId, lastUsedAt } = recordOf<TokenItem>(found);
    const holder = { tenantId, userId, lastUsedAt };
    const [oldest] = this.#holders.keys();
    if (oldest !== undefined && this.#holders.size >= mostHolders) this.#holders.delete(oldest);
    this.#holders.set(key.pk, holder);
    return holder;
  }

  async #recordUse(key: ItemKey, holder: Holder): Promise<void> {
    const now = this.#now();
    const before = new Date(now.getTime() - useIntervalMs).toISOString();
    if (holder.lastUsedAt !== undefined && holder.lastUsedAt >= before) return;
    holder.lastUsedAt = now.toISOString();
    const due = all(exists('pk'), some(absent('lastUsedAt'), less('lastUsedAt', before)));
    try {
      await this.#tables(null).update(key, [set('lastUsedAt', now.toISOString())], due);
    } catch (error) {
      // Another request was first, or the token has just been revoked: this request started before.
      if (error instanceof ConditionFailed) return;
      // Where nothing can be written, reads go on all the same.
      if (error instanceof ServiceError && error.code === 'DEPENDENCY_UNAVAILABLE') return;
      throw error;
    }
  }
}

const containerKeys = (
  scope: TenantScope,
  { workspaceId, projectId, featureId, notebookId }: ContainerIds,
): ItemKey[] => {
  if (workspaceId === undefined) return [];
  const workspace = mintScope.workspace(scope, workspaceId);
  const wanted = [keys.workspace(scope, workspaceId)];
  if (notebookId !== undefined) wanted.push(keys.notebook(workspace, notebookId));
  if (projectId === undefined) return wanted;
  wanted.push(keys.project(workspace, projectId));
  if (featureId !== undefined) wanted.push(keys.feature(mintScope.project(workspace, projectId), featureId));
  return wanted;
};
