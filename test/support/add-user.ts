import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import { mintScope } from '#domain/access/scope.ts';
import { createToken, tokenDigest, tokenPrefix } from '#domain/access/token-format.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

/** Puts a user with a token of scope TENANT into the table: invited users have no sign-in of their own here. */
export const addUser = async (
  tables: Tables,
  { tenantId }: { tenantId: string },
  tenantRole: TenantRole,
  workspaces: Record<string, WorkspaceRole>,
): Promise<{ userId: string; token: string }> => {
  const scope = mintScope.tenant(tenantId);
  const userId = systemRuntime.newId();
  const token = createToken();
  const createdAt = systemRuntime.now().toISOString();
  const user = {
    id: userId,
    email: `${userId}@example.test`,
    name: null,
    tenantRole,
    workspaces,
    createdAt,
    version: 1,
  };
  await new UserRepository(tables).create(scope, user, null, {});
  const stored = {
    id: systemRuntime.newId(),
    userId,
    name: 'Test token',
    scope: 'TENANT' as const,
    workspaceId: null,
    tokenPrefix: tokenPrefix(token),
    createdAt,
    lastUsedAt: null,
    digest: tokenDigest(token),
  };
  await new TokenRepository(tables).create(scope, stored, 1, {});
  return { userId, token };
};
