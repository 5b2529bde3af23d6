import type { expireInvitations as job } from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import { auditOfService } from '#domain/audit/audit-entry.ts';
import { seatRemoved } from '#domain/billing/seat-entry.ts';
import type { JobUseCase } from '#domain/job.ts';

export type ExpiredInvitations = { expired: number };

/** So many in one go; the next one takes the rest. */
const mostInvitations = 500;

/** Removes invited users whose invitation has ended: their seats are free again, and the audit log says so. */
export const expireInvitations: JobUseCase<typeof job, void, ExpiredInvitations> = async (_input, ports, runtime) => {
  const now = runtime.now();
  const ended = await ports['open-work:read'].listInvitations(now, mostInvitations);
  for (const { tenantId, userId } of ended) {
    const scope = mintScope.tenant(tenantId);
    const standing = await ports['plans:read'].find(scope);
    // A tenant that was closed has nobody left.
    if (!standing) continue;
    const audit = auditOfService(standing.plan, runtime);
    await ports['invitations:expire'].expire(scope, { userId, tier: standing.plan.tier, now }, (user) =>
      seatRemoved(standing, user, audit),
    );
  }
  return { expired: ended.length };
};
