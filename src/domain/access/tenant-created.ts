import { type AuditEntry, auditOf } from '#domain/audit/audit-entry.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { NewTenant } from '#domain/ports/tenant-writer.ts';

/** The audit entry of a new tenant: its Owner made it. */
export const tenantCreated = (
  { tier, owner }: NewTenant,
  tenantId: string,
  requestId: string,
  runtime: Runtime,
): AuditEntry => {
  const who = { userId: owner.id, email: owner.email, tokenId: null, tier };
  return auditOf(who, requestId, runtime)('TENANT_CREATED', { type: 'TENANT', id: tenantId }, { tier });
};
