import type { changeUserRole as endpoint } from '#contract/endpoints/users.ts';
import { seatAdded, seatRemoved } from '#domain/billing/seat-entry.ts';
import type { User } from '#domain/ports/user-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { changeUser, requireOwnerFor, showUser, targetOf, underTierOf } from './user-rules.ts';

type Input = UseCaseInput<typeof endpoint>;
type Ports = PortsFor<(typeof endpoint)['uses'][number]>;

/** The stored tenant role, in force at the user's next request. */
export const changeUserRole: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, path, body, ifMatch } = input;
  const before = await changeUser({ actor, scope, userId: path.id, ifMatch }, ports['users:read'], runtime, (user) =>
    change(input, user, ports, runtime),
  );
  return { body: showUser({ ...before, tenantRole: body.role }), version: before.version + 1 };
};

const change = async ({ actor, scope, body, audit }: Input, user: User, ports: Ports, runtime: Runtime) => {
  requireOwnerFor(actor, user.tenantRole, body.role);
  const entry = audit('USER_ROLE_CHANGED', targetOf(user), { oldRole: user.tenantRole, newRole: body.role });
  const under = underTierOf(actor, runtime);
  const bought = await ports['plans:read'].get(scope);
  const added =
    user.tenantRole === 'VIEWER' ? seatAdded(bought, { ...user, tenantRole: body.role }, audit, under.at) : undefined;
  const seatEntry = body.role === 'VIEWER' ? seatRemoved(bought, user, audit) : added;
  return ports['users:write'].changeRole(scope, user, body.role, under, { entry, seatEntry });
};
