import type { createInvitationLink as endpoint } from '#contract/endpoints/invitation-links.ts';
import type { InvitationLink } from '#domain/ports/join-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { requireWorkspaces } from '#domain/users/user-rules.ts';
import { newInvitation, showInvitation } from './invitation-token.ts';
import { showLink } from './show-link.ts';

/**
 * A link that people join by, so often and so long. Nobody takes a seat before they join. Throws NOT_FOUND where a workspace is not there
 * (decision record 0118).
 */
export const createInvitationLink: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside, audit, baseUrl } = input;
  const { role, email = null, maxUses, expiresInDays } = body;
  const workspaceRoles = await requireWorkspaces(scope, body.workspaceRoles, ports['workspaces:read']);
  const { token, invitation } = newInvitation(runtime, expiresInDays);
  const link: InvitationLink = {
    id: runtime.newId(),
    ...invitation,
    role,
    workspaceRoles,
    email,
    maxUses,
    usesLeft: maxUses,
    createdAt: runtime.now().toISOString(),
    createdBy: actor.userId,
  };
  const answer = { body: { ...showLink(link), ...showInvitation(baseUrl, token, invitation) } };
  const facts = { role, maxUses, isForOneAddress: email !== null, expiresAt: link.validUntil };
  const entry = audit('INVITATION_LINK_CREATED', { type: 'INVITATION_LINK', id: link.id, name: email }, facts);
  await ports['links:create'].create(scope, link, { ...alongside(answer), entry });
  return answer;
};
