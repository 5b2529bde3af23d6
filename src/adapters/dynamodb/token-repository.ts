import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { ListedToken, NewToken, Token, TokenReader, TokenWriter } from '#domain/ports/token-repository.ts';
import { unlessRefused } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, add, exists, less, some } from './expressions.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { type TokenAccess, tokenWrites } from './token-items.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item } from './writes.ts';

export class TokenRepository implements TokenReader, TokenWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: TenantScope, userId: string): Promise<Token[]> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query({ ...ranges.tokensOfUser(scope, userId), descending: true });
    const listed = items.map((item) => recordOf<ListedToken>(item));
    const access = await table.batchGet(listed.map(({ digest }) => keys.token(digest)));
    return listed.map((token, index) => tokenOf(token, access[index]));
  }

  async find(scope: TenantScope, userId: string, tokenId: string): Promise<ListedToken | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.tokenOfUser(scope, userId, tokenId));
    return item && recordOf<ListedToken>(item);
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
  lastUsedAt: (access && recordOf<TokenAccess>(access).lastUsedAt) ?? null,
});
