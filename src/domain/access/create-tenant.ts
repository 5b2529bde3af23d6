import type { Runtime } from '#domain/ports/runtime.ts';
import type { TenantWriter } from '#domain/ports/tenant-writer.ts';
import { type AuditEntry, auditOf } from '#domain/audit/audit-entry.ts';
import type { Token } from '#domain/ports/token-repository.ts';
import { issueToken } from '#domain/tokens/issue-token.ts';
import { factsOf } from '#domain/tokens/token-facts.ts';
import type { Tier } from './actor.ts';
import { mintScope } from './scope.ts';
import { tenantCreated } from './tenant-created.ts';

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
  const [tenantId, userId, workspaceId] = [runtime.newId(), runtime.newId(), runtime.newId()];
  const { secret, token } = issueToken({ userId, name: 'First token' }, runtime);
  const createdAt = runtime.now().toISOString();
  const workspace = { id: workspaceId, name: workspaceName, tenantId, version: 1 };
  const tenant = { tier, owner: { id: userId, email }, workspace, createdAt };
  await tenants.create(mintScope.tenant(tenantId), tenant, token, [
    tenantCreated(tenant, tenantId, atStart, runtime),
    tokenMade({ userId, email, tier }, token, runtime),
  ]);
  return { tenantId, userId, workspaceId, token: secret };
};

/** What stands for the request id where the service itself acts, at its start. */
const atStart = 'start';

/** The audit entry of a token that the service makes at its start, for the Owner. */
export const tokenMade = (
  owner: { userId: string; email: string | null; tier: Tier },
  token: Omit<Token, 'lastUsedAt'>,
  runtime: Runtime,
): AuditEntry =>
  auditOf({ ...owner, tokenId: null }, atStart, runtime)(
    'PAT_CREATED',
    { type: 'PAT', id: token.id, name: token.name },
    factsOf(token),
  );
