import type { TokenAccess } from '#contract/permissions.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { ListedToken, NewToken } from '#domain/ports/token-repository.ts';
import { endOfOldTokens } from '#domain/tokens/token-rules.ts';
import { absent, add, type Condition } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf } from './record.ts';
import type { Item, Write } from './writes.ts';

/**
 * What both items of a token say of its rights; tokens of before they had an end say nothing. Not named `expiresAt`: the table would remove
 * the item.
 */
type Rights = { access?: TokenAccess; endsAt?: string };

/** What authentication reads of a token. */
export type TokenItem = Rights & {
  tokenId: string;
  tenantId: string;
  userId: string;
  tokenWorkspaceId: string | null;
  lastUsedAt?: string;
};

/** The rights of a stored token; what was made before tokens had them may write, to a fixed day (decision record 0101). */
export const rightsOf = ({ access = 'WRITE', endsAt = endOfOldTokens }: Rights) => ({ access, expiresAt: endsAt });

/** A token as its user's list stores it. */
export const listedToken = (item: Item): ListedToken => {
  const { access, endsAt, ...token } = recordOf<Omit<ListedToken, 'access' | 'expiresAt'> & Rights>(item);
  return { ...token, ...rightsOf({ ...(access && { access }), ...(endsAt && { endsAt }) }) };
};

/** The writes that make a token: it is counted, if there is `room`; what authentication reads; what its user lists. */
export const tokenWrites = (
  scope: TenantScope,
  { lastUsedAt: _unused, expiresAt: endsAt, ...token }: NewToken,
  room?: Condition,
): Write[] => {
  const proof: TokenItem = {
    tokenId: token.id,
    tenantId: scope.tenantId,
    userId: token.userId,
    tokenWorkspaceId: token.workspaceId,
    access: token.access,
    endsAt,
  };
  return [
    { update: keys.tokenCounter(scope, token.userId), changes: [add('live', 1)], if: room },
    { put: { ...keys.token(token.digest), ...proof }, if: absent('pk') },
    { put: { ...keys.tokenOfUser(scope, token.userId, token.id), ...token, endsAt }, if: absent('pk') },
  ];
};
