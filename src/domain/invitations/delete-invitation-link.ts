import type { deleteInvitationLink as endpoint } from '#contract/endpoints/invitation-links.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Nobody joins by the link any more. */
export const deleteInvitationLink: UseCase<typeof endpoint> = async ({ scope, path, audit }, ports) => {
  const link = await ports['links:read'].find(scope, path.id);
  if (!link) throw notFound();
  const target = { type: 'INVITATION_LINK' as const, id: link.id, name: link.email };
  const entry = audit('INVITATION_LINK_DELETED', target, { usesLeft: link.usesLeft });
  if (!(await ports['links:delete'].delete(scope, link, { entry }))) throw notFound();
  return { body: undefined };
};
