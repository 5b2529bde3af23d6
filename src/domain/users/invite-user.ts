import type { inviteUser as endpoint } from '#contract/endpoints/users.ts';
import { notFound } from '#contract/errors.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { User } from '#domain/ports/user-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { refused, requireOwnerFor, showUser, targetOf } from './user-rules.ts';

/** A new user of the tenant, counted in the same transaction; the cap holds however many are invited at once (specification §7, §8). */
export const inviteUser: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside, audit } = input;
  requireOwnerFor(actor, body.role);
  const workspaces = body.workspaceRoles ?? {};
  const named = Object.keys(workspaces);
  const known = named.length === 0 ? [] : await ports['workspaces:read'].list(scope);
  if (!named.every((wanted) => known.some(({ id }) => id === wanted))) throw notFound();
  const user: User = {
    id: runtime.newId(),
    email: body.email,
    name: body.name ?? null,
    tenantRole: body.role,
    workspaces,
    createdAt: runtime.now().toISOString(),
    version: 1,
  };
  const headers = { location: `/api/manage/users/${user.id}` };
  const answer = { body: showUser(user), version: user.version, headers };
  const seats = tiers[actor.tier].billableUsers;
  const entry = audit('USER_INVITED', targetOf(user), { role: user.tenantRole });
  const outcome = await ports['users:create'].create(scope, user, seats, { ...alongside(answer), entry });
  if (outcome !== 'DONE') throw refused(actor, outcome);
  return answer;
};
