import type { changeUserRole as endpoint } from '#contract/endpoints/users.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { UseCase } from '#domain/use-case.ts';
import { changeUser, requireOwnerFor, showUser } from './user-rules.ts';

/** The stored tenant role, in force at the user's next request. */
export const changeUserRole: UseCase<typeof endpoint> = async ({ actor, scope, path, body, ifMatch }, ports) => {
  const { billableUsers } = tiers[actor.tier];
  const before = await changeUser({ actor, scope, userId: path.id, ifMatch }, ports['users:read'], (user) => {
    requireOwnerFor(actor, user.tenantRole, body.role);
    return ports['users:write'].changeRole(scope, user, body.role, billableUsers);
  });
  return { body: showUser({ ...before, tenantRole: body.role }), version: before.version + 1 };
};
