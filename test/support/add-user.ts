import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import { countWrite, memberPuts } from '#adapters/dynamodb/user-items.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import { mintScope } from '#domain/access/scope.ts';
import { issueToken } from '#domain/tokens/issue-token.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

/** Puts a user who has joined into the table, with a token of scope TENANT: nobody need sign in for it. */
export const addUser = async (
  tables: Tables,
  { tenantId }: { tenantId: string },
  tenantRole: TenantRole,
  workspaces: Record<string, WorkspaceRole>,
): Promise<{ userId: string; token: string }> => {
  const scope = mintScope.tenant(tenantId);
  const userId = systemRuntime.newId();
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
  const count = countWrite(scope, { to: user, seats: null, at: new Date() });
  await tables(tenantId).transact([count, ...memberPuts(scope, user)]);
  const { secret, token } = issueToken({ userId, name: 'Test token' }, systemRuntime);
  await new TokenRepository(tables).create(scope, token, 1, {});
  return { userId, token: secret };
};
