import type { deleteUser as endpoint } from '#contract/endpoints/users.ts';
import { seatRemoved } from '#domain/billing/seat-entry.ts';
import type { UseCase } from '#domain/use-case.ts';
import { changeUser, isInvited, requireOwnerFor, targetOf, underTierOf } from './user-rules.ts';

/** The user is gone with their tokens; what they made stays. */
export const deleteUser: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, path, ifMatch, audit } = input;
  await changeUser({ actor, scope, userId: path.id, ifMatch }, ports['users:read'], runtime, async (user) => {
    requireOwnerFor(actor, user.tenantRole);
    const facts = { role: user.tenantRole };
    const under = underTierOf(actor, runtime);
    const seatEntry = seatRemoved(await ports['plans:read'].get(scope), user, audit);
    if (isInvited(user))
      return ports['invitations:revoke'].revoke(scope, user, under, {
        entry: audit('INVITATION_REVOKED', targetOf(user), facts),
        seatEntry,
      });
    const entry = audit('USER_DELETED', targetOf(user), facts);
    return ports['users:delete'].delete(scope, user, under, { entry, seatEntry });
  });
  return { body: undefined };
};
