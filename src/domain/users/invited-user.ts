import type { Audit, AuditEntry } from '#domain/audit/audit-entry.ts';
import { seatAdded } from '#domain/billing/seat-entry.ts';
import { newInvitation } from '#domain/invitations/invitation-token.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { InvitedUser } from '#domain/ports/user-repository.ts';
import { targetOf } from './user-rules.ts';

type Who = Pick<InvitedUser, 'email' | 'name' | 'tenantRole' | 'workspaces'>;

/** A user who is invited now, and the secret of the invitation, which is shown once. */
export const newInvited = (who: Who, runtime: Runtime): { user: InvitedUser; token: string } => {
  const { token, invitation } = newInvitation(runtime);
  const id = runtime.newId();
  return { user: { ...who, id, createdAt: runtime.now().toISOString(), version: 1, invitation }, token };
};

/** The audit entries of an invitation: of the user, and of the seat where one is taken. Throws SEAT_PAYMENT_REQUIRED. */
export const invitationEntries = (
  user: InvitedUser,
  bought: Parameters<typeof seatAdded>[0],
  audit: Audit<'USER_INVITED' | 'SEAT_ADDED'>,
  now: Date,
): { entry: AuditEntry; seatEntry: AuditEntry | undefined } => {
  const { tenantRole: role, invitation } = user;
  return {
    entry: audit('USER_INVITED', targetOf(user), { role, expiresAt: invitation.validUntil }),
    seatEntry: seatAdded(bought, user, audit, now),
  };
};
