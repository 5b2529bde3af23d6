import type { TenantScope } from '#domain/access/scope.ts';
import type { NewToken } from '#domain/ports/token-repository.ts';
import { absent, add, type Condition } from './expressions.ts';
import { keys } from './keys.ts';
import type { Write } from './writes.ts';

/** What authentication reads of a token. */
export type TokenAccess = {
  tokenId: string;
  tenantId: string;
  userId: string;
  tokenWorkspaceId: string | null;
  lastUsedAt?: string;
};

/** The writes that make a token: it is counted, if there is `room`; what authentication reads; what its user lists. */
export const tokenWrites = (
  scope: TenantScope,
  { lastUsedAt: _unused, ...token }: NewToken,
  room?: Condition,
): Write[] => {
  const access: TokenAccess = {
    tokenId: token.id,
    tenantId: scope.tenantId,
    userId: token.userId,
    tokenWorkspaceId: token.workspaceId,
  };
  return [
    { update: keys.tokenCounter(scope, token.userId), changes: [add('live', 1)], if: room },
    { put: { ...keys.token(token.digest), ...access }, if: absent('pk') },
    { put: { ...keys.tokenOfUser(scope, token.userId, token.id), ...token }, if: absent('pk') },
  ];
};
