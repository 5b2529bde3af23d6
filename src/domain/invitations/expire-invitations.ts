import type { expireInvitations as job } from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { JobUseCase } from '#domain/job.ts';

export type ExpiredInvitations = { expired: number };

/** So many in one go; the next one takes the rest. */
const mostInvitations = 500;

/** Removes invited users whose invitation has ended: their seats are free again. */
export const expireInvitations: JobUseCase<typeof job, void, ExpiredInvitations> = async (_input, ports, runtime) => {
  const now = runtime.now();
  const ended = await ports['open-work:read'].listInvitations(now, mostInvitations);
  for (const { tenantId, userId } of ended)
    await ports['invitations:expire'].expire(mintScope.tenant(tenantId), userId, now);
  return { expired: ended.length };
};
