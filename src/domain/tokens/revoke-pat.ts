import type { revokePat as endpoint } from '#contract/endpoints/pats.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { isVisibleToken } from './is-visible-token.ts';

/** One of the caller's own tokens, also the one in use: whatever starts after this is refused (specification §4). */
export const revokePat: UseCase<typeof endpoint> = async ({ actor, scope, path, audit }, ports) => {
  const token = await ports['tokens:read'].find(scope, actor.userId, path.id);
  if (!token || !isVisibleToken(actor, token)) throw notFound();
  const entry = audit('PAT_REVOKED', { type: 'PAT', id: token.id, name: token.name });
  if (!(await ports['tokens:write'].revoke(scope, token, { entry }))) throw notFound();
  return { body: undefined };
};
