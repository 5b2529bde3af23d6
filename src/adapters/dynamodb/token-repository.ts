import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  ListedToken,
  NewToken,
  Token,
  TokenPolicyReader,
  TokenPolicyWriter,
  TokenReader,
  TokenWriter,
} from '#domain/ports/token-repository.ts';
import { usualMaximumDays } from '#domain/tokens/token-rules.ts';
import { unlessRefused } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, add, exists, less, set, some } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { listedToken, type TokenItem, tokenWrites } from './token-items.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item, Key, Write } from './writes.ts';

export class TokenRepository implements TokenReader, TokenWriter, TokenPolicyReader, TokenPolicyWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: TenantScope, userId: string): Promise<Token[]> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query({ ...ranges.tokensOfUser(scope, userId), descending: true });
    const listed = items.map(listedToken);
    const access = await table.batchGet(listed.map(({ digest }) => keys.token(digest)));
    return listed.map((token, index) => tokenOf(token, access[index]));
  }

  async find(scope: TenantScope, userId: string, tokenId: string): Promise<ListedToken | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.tokenOfUser(scope, userId, tokenId));
    return item && listedToken(item);
  }

  async findAmong(scope: TenantScope, userIds: readonly string[], tokenId: string): Promise<ListedToken | undefined> {
    const wanted = userIds.map((userId) => keys.tokenOfUser(scope, userId, tokenId));
    const item = (await this.#tables(scope.tenantId).batchGet(wanted)).find((each) => each !== undefined);
    return item && listedToken(item);
  }

  async maximumDays(scope: TenantScope): Promise<number> {
    const item = await this.#tables(scope.tenantId).get(keys.tenant(scope));
    return (item && recordOf<{ maximumTokenDays?: number }>(item).maximumTokenDays) ?? usualMaximumDays;
  }

  async setMaximumDays(scope: TenantScope, days: number, alongside: Alongside): Promise<void> {
    const update = { update: keys.tenant(scope), changes: [set('maximumTokenDays', days)], if: exists('pk') };
    await transactAlongside(this.#tables, scope, [update], alongside);
  }

  async create(scope: TenantScope, token: NewToken, maximum: number, alongside: Alongside): Promise<boolean> {
    const room = some(absent('live'), less('live', maximum));
    try {
      await transactAlongside(this.#tables, scope, tokenWrites(scope, token, room), alongside);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed && error.index === 0) return false;
      throw error;
    }
  }

  /** Moves the end of a token, where it is there. */
  async renew(scope: TenantScope, digest: string, expiresAt: string): Promise<boolean> {
    const table = this.#tables(scope.tenantId);
    const proof = await table.get(keys.token(digest));
    if (proof === undefined) return false;
    const { tokenId, userId } = recordOf<TokenItem>(proof);
    const update = (key: Key): Write => ({ update: key, changes: [set('endsAt', expiresAt)], if: exists('pk') });
    return unlessRefused(table.transact([keys.token(digest), keys.tokenOfUser(scope, userId, tokenId)].map(update)));
  }

  revoke(
    scope: TenantScope,
    { id, userId, digest }: Parameters<TokenWriter['revoke']>[1],
    alongside: Alongside,
  ): Promise<boolean> {
    const writes = [
      { delete: keys.token(digest), if: exists('pk') },
      { delete: keys.tokenOfUser(scope, userId, id) },
      { update: keys.tokenCounter(scope, userId), changes: [add('live', -1)] },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}

/** The time of the last use stands where authentication writes it. */
const tokenOf = ({ digest: _digest, ...token }: ListedToken, access: Item | undefined): Token => ({
  ...token,
  lastUsedAt: (access && recordOf<TokenItem>(access).lastUsedAt) ?? null,
});
