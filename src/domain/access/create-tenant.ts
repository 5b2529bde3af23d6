import type { Runtime } from '#domain/ports/runtime.ts';
import type { TenantWriter } from '#domain/ports/tenant-writer.ts';
import type { Tier } from './actor.ts';
import { mintScope } from './scope.ts';
import { createToken, tokenDigest, tokenPrefix } from './token-format.ts';

export type FirstTenant = { tenantId: string; userId: string; workspaceId: string; token: string };

/**
 * A new tenant with its Owner, a first workspace and a tenant token (decision record 0001). The answer carries the full token,
 * which nothing can show again.
 */
export const createTenant = async (
  { tier, email, workspaceName }: { tier: Tier; email: string; workspaceName: string },
  tenants: TenantWriter,
  runtime: Runtime,
): Promise<FirstTenant> => {
  const [tenantId, userId, workspaceId, tokenId] = [runtime.newId(), runtime.newId(), runtime.newId(), runtime.newId()];
  const token = createToken((count) => runtime.randomBytes(count));
  const createdAt = runtime.now().toISOString();
  const workspace = { id: workspaceId, name: workspaceName, tenantId };
  await tenants.create(
    mintScope.tenant(tenantId),
    { tier, owner: { id: userId, email }, workspace, createdAt },
    {
      id: tokenId,
      userId,
      name: 'First token',
      scope: 'TENANT',
      workspaceId: null,
      tokenPrefix: tokenPrefix(token),
      createdAt,
      lastUsedAt: null,
      digest: tokenDigest(token),
    },
  );
  return { tenantId, userId, workspaceId, token };
};
