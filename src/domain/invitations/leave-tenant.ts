import type { leaveTenant as endpoint } from '#contract/endpoints/invitations.ts';
import { ServiceError } from '#contract/errors.ts';
import { seatRemoved } from '#domain/billing/seat-entry.ts';
import type { UseCase } from '#domain/use-case.ts';
import { changeUser, targetOf, underTierOf } from '#domain/users/user-rules.ts';

/**
 * The caller is out, with their tokens; what they made stays. The last Owner leaves only a tenant without projects and other users, which is
 * closed. Their next sign-in is a first one. Throws LAST_OWNER.
 */
export const leaveTenant: UseCase<typeof endpoint> = async ({ actor, scope, audit }, ports, runtime) => {
  await changeUser(
    { actor, scope, userId: actor.userId, ifMatch: undefined },
    ports['users:read'],
    runtime,
    async (user) => {
      const facts = { role: user.tenantRole };
      const entry = audit('TENANT_LEFT', targetOf(user), facts);
      const under = underTierOf(actor, runtime);
      const seatEntry = seatRemoved(await ports['plans:read'].get(scope), user, audit);
      const outcome = await ports['users:delete'].delete(scope, user, under, { entry, seatEntry });
      if (outcome !== 'LAST_OWNER') return outcome;
      const closing = audit('TENANT_LEFT', targetOf(user), { ...facts, isClosed: true });
      const closed = await ports['tenants:close'].close(scope, user.id, closing);
      if (closed !== 'IN_USE') return closed;
      throw new ServiceError(
        'LAST_OWNER',
        'You are the last Owner. Make another user Owner first; or delete every project, user, invitation and SSO, end subscription and checkout, then leave.',
      );
    },
  );
  return { body: undefined };
};
