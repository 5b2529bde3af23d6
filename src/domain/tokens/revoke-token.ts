import type { revokeToken as endpoint } from '#contract/endpoints/pats.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { requireOwnerFor } from '#domain/users/user-rules.ts';
import { factsOf } from './token-facts.ts';

/** A token of any user of the tenant; an Owner's only by an Owner (decision record 0101). */
export const revokeToken: UseCase<typeof endpoint> = async ({ actor, scope, path, audit }, ports) => {
  const users = await ports['users:read'].list(scope);
  const userIds = users.map(({ id }) => id);
  const token = await ports['tokens:read'].findAmong(scope, userIds, path.id);
  const holder = users.find(({ id }) => id === token?.userId);
  if (!token || !holder) throw notFound();
  requireOwnerFor(actor, holder.tenantRole);
  const entry = audit('PAT_REVOKED', { type: 'PAT', id: token.id, name: token.name }, factsOf(token));
  if (!(await ports['tokens:write'].revoke(scope, token, { entry }))) throw notFound();
  return { body: undefined };
};
