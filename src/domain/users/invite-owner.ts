import type { TenantScope } from '#domain/access/scope.ts';
import { auditOfService } from '#domain/audit/audit-entry.ts';
import { showInvitation } from '#domain/invitations/invitation-token.ts';
import type { PlanReader } from '#domain/ports/plan-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { UserCreator } from '#domain/ports/user-repository.ts';
import { invitationEntries, newInvited } from './invited-user.ts';
import { refused, underTierOf } from './user-rules.ts';

type Ports = { plans: PlanReader; users: UserCreator };
export type InvitedOwner = { userId: string; invitation: ReturnType<typeof showInvitation> };

/**
 * Invites an Owner of a tenant that has lost its own: an operator's deed. Takes a seat as any invitation does. Throws
 * EMAIL_CONFLICT, BILLABLE_CAP_REACHED, PLAN_LIMIT_REACHED, SEAT_PAYMENT_REQUIRED, and TierChanged.
 */
export const inviteOwner = async (
  scope: TenantScope,
  { email, baseUrl }: { email: string; baseUrl: string },
  { plans, users }: Ports,
  runtime: Runtime,
): Promise<InvitedOwner> => {
  const bought = await plans.get(scope);
  const { tier } = bought.plan;
  const { user, token } = newInvited({ email, name: null, tenantRole: 'OWNER', workspaces: {} }, runtime);
  const under = underTierOf({ tier }, runtime);
  const audit = auditOfService(bought.plan, runtime);
  const outcome = await users.invite(scope, user, under, invitationEntries(user, bought, audit, under.at));
  if (outcome !== 'DONE') throw refused({ tier }, outcome);
  return { userId: user.id, invitation: showInvitation(baseUrl, token, user.invitation) };
};
