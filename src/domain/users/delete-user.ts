import type { deleteUser as endpoint } from '#contract/endpoints/users.ts';
import type { UseCase } from '#domain/use-case.ts';
import { changeUser, isInvited, requireOwnerFor, targetOf } from './user-rules.ts';

/** The user is gone with their tokens; what they made stays. */
export const deleteUser: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, path, ifMatch, audit } = input;
  await changeUser({ actor, scope, userId: path.id, ifMatch }, ports['users:read'], runtime, (user) => {
    requireOwnerFor(actor, user.tenantRole);
    const facts = { role: user.tenantRole };
    if (isInvited(user))
      return ports['invitations:revoke'].revoke(scope, user, actor.tier, {
        entry: audit('INVITATION_REVOKED', targetOf(user), facts),
      });
    const entry = audit('USER_DELETED', targetOf(user), facts);
    return ports['users:delete'].delete(scope, user, actor.tier, { entry });
  });
  return { body: undefined };
};
