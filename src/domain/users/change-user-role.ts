import type { changeUserRole as endpoint } from '#contract/endpoints/users.ts';
import type { UseCase } from '#domain/use-case.ts';
import { changeUser, requireOwnerFor, showUser, targetOf, underTierOf } from './user-rules.ts';

/** The stored tenant role, in force at the user's next request. */
export const changeUserRole: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, path, body, ifMatch, audit } = input;
  const before = await changeUser({ actor, scope, userId: path.id, ifMatch }, ports['users:read'], runtime, (user) => {
    requireOwnerFor(actor, user.tenantRole, body.role);
    const entry = audit('USER_ROLE_CHANGED', targetOf(user), { oldRole: user.tenantRole, newRole: body.role });
    return ports['users:write'].changeRole(scope, user, body.role, underTierOf(actor), { entry });
  });
  return { body: showUser({ ...before, tenantRole: body.role }), version: before.version + 1 };
};
