import type { inviteUser as endpoint } from '#contract/endpoints/users.ts';
import { showInvitation } from '#domain/invitations/invitation-token.ts';
import type { UseCase } from '#domain/use-case.ts';
import { invitationEntries, newInvited } from './invited-user.ts';
import { refused, requireOwnerFor, requireWorkspaces, showUser, underTierOf } from './user-rules.ts';

/**
 * An invited user, who has a seat at once and belongs to nobody yet: whoever has the secret and the address joins by accepting. Counted in
 * the same transaction; the cap holds however many are invited at once (specification §7, §8; decision record 0099).
 */
export const inviteUser: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside, audit } = input;
  requireOwnerFor(actor, body.role);
  const workspaces = await requireWorkspaces(scope, body.workspaceRoles, ports['workspaces:read']);
  const { email, name = null, role: tenantRole } = body;
  const { user, token } = newInvited({ email, name, tenantRole, workspaces }, runtime);
  const headers = { location: `/api/manage/users/${user.id}` };
  const shown = { ...showUser(user), invitation: showInvitation(input.baseUrl, token, user.invitation) };
  const answer = { body: shown, version: user.version, headers };
  const under = underTierOf(actor, runtime);
  const entries = invitationEntries(user, await ports['plans:read'].get(scope), audit, under.at);
  const written = { ...alongside(answer), ...entries };
  const outcome = await ports['users:create'].invite(scope, user, under, written);
  if (outcome !== 'DONE') throw refused(actor, outcome);
  return answer;
};
