import type { inviteUser as endpoint } from '#contract/endpoints/users.ts';
import type { InvitedUser } from '#domain/ports/user-repository.ts';
import { seatAdded } from '#domain/billing/seat-entry.ts';
import { newInvitation, showInvitation } from '#domain/invitations/invitation-token.ts';
import type { UseCase } from '#domain/use-case.ts';
import { refused, requireOwnerFor, requireWorkspaces, showUser, targetOf, underTierOf } from './user-rules.ts';

/**
 * An invited user, who has a seat at once and belongs to nobody yet: whoever has the secret and the address joins by accepting. Counted in
 * the same transaction; the cap holds however many are invited at once (specification §7, §8; decision record 0099).
 */
export const inviteUser: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside, audit } = input;
  requireOwnerFor(actor, body.role);
  const workspaces = await requireWorkspaces(scope, body.workspaceRoles, ports['workspaces:read']);
  const { token, invitation } = newInvitation(runtime);
  const user: InvitedUser = {
    id: runtime.newId(),
    email: body.email,
    name: body.name ?? null,
    tenantRole: body.role,
    workspaces,
    createdAt: runtime.now().toISOString(),
    version: 1,
    invitation,
  };
  const headers = { location: `/api/manage/users/${user.id}` };
  const shown = { ...showUser(user), invitation: showInvitation(input.baseUrl, token, invitation) };
  const answer = { body: shown, version: user.version, headers };
  const facts = { role: user.tenantRole, expiresAt: invitation.validUntil };
  const entry = audit('USER_INVITED', targetOf(user), facts);
  const under = underTierOf(actor, runtime);
  const seatEntry = seatAdded(await ports['plans:read'].get(scope), user, audit, under.at);
  const written = { ...alongside(answer), entry, seatEntry };
  const outcome = await ports['users:create'].invite(scope, user, under, written);
  if (outcome !== 'DONE') throw refused(actor, outcome);
  return answer;
};
