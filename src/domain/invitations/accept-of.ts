import type { Audit } from '#domain/audit/audit-entry.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Invited } from '#domain/ports/invitation-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { InvitedUser } from '#domain/ports/user-repository.ts';
import { signsInAs } from '#domain/access/person.ts';
import type { Vouched } from '#domain/sso/way-in.ts';
import { targetOf } from '#domain/users/user-rules.ts';

/** The person becomes the invited user. False where either is not as it was read. */
export const acceptOf = async (
  { tenantId, tier, auditDays, user }: Invited & { user: InvitedUser },
  person: Vouched,
  audit: Audit<'INVITATION_ACCEPTED'>,
  ports: PortsFor<'invitations:accept'>,
  runtime: Runtime,
): Promise<boolean> => {
  const who = { userId: user.id, email: person.email, tokenId: null, tier, auditDays };
  const entry = audit('INVITATION_ACCEPTED', targetOf(user), { role: user.tenantRole }, who);
  const scope = mintScope.tenant(tenantId);
  return (
    (await ports['invitations:accept'].join(scope, { tier, user }, signsInAs(person), runtime.now(), entry)) === 'DONE'
  );
};
