import { ServiceError } from '#contract/errors.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Audit } from '#domain/audit/audit-entry.ts';
import type { PortsFor } from '#domain/ports/ports.ts';

/**
 * Closes the tenant where somebody signs in now, where it has no projects and no other users. Wherever that is by now: a request beside this one may
 * have closed theirs, or made a new one. Throws OTHER_TENANT.
 */
export const leaveOwnTenant = async (
  { subject, email }: { subject: string; email: string },
  audit: Audit<'TENANT_LEFT'>,
  ports: PortsFor<'tenants:close'>,
): Promise<void> => {
  const now = await ports['tenants:close'].findMember(subject);
  if (now === undefined) return;
  const target = { type: 'USER' as const, id: now.userId, name: email };
  const entry = audit('TENANT_LEFT', target, { isClosed: true });
  const outcome = await ports['tenants:close'].close(mintScope.tenant(now.tenantId), now.userId, entry);
  if (outcome === 'IN_USE') throw otherTenant();
};

export const otherTenant = (): ServiceError =>
  new ServiceError(
    'OTHER_TENANT',
    'You belong to a tenant that has projects, other users, a subscription or a checkout under way. Leave it first (DELETE /api/v1/me), then try again.',
  );
