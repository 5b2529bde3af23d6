import type { deleteUser as endpoint } from '#contract/endpoints/users.ts';
import type { UseCase } from '#domain/use-case.ts';
import { changeUser, requireOwnerFor } from './user-rules.ts';

/** The user is gone with their tokens; what they made stays. */
export const deleteUser: UseCase<typeof endpoint> = async ({ actor, scope, path, ifMatch }, ports) => {
  await changeUser({ actor, scope, userId: path.id, ifMatch }, ports['users:read'], (user) => {
    requireOwnerFor(actor, user.tenantRole);
    return ports['users:delete'].delete(scope, user);
  });
  return { body: undefined };
};
