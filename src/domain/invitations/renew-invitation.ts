import type { renewInvitation as endpoint } from '#contract/endpoints/users.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase } from '#domain/use-case.ts';
import { isInvited, requireOwnerFor, targetOf } from '#domain/users/user-rules.ts';
import { newInvitation, showInvitation } from './invitation-token.ts';

/** A new secret in place of the old one, which is void. Throws ALREADY_JOINED, OWNER_REQUIRED. */
export const renewInvitation: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, path, baseUrl, alongside, audit } = input;
  return untilCommitted(runtime, 'user', async () => {
    const user = await ports['users:read'].find(scope, path.id);
    if (!user) throw notFound();
    if (!isInvited(user))
      throw new ServiceError('ALREADY_JOINED', 'This user has joined already: there is no invitation to renew.');
    requireOwnerFor(actor, user.tenantRole);
    const { token, invitation } = newInvitation(runtime);
    const answer = { body: showInvitation(baseUrl, token, invitation) };
    const entry = audit('INVITATION_RENEWED', targetOf(user), { expiresAt: invitation.validUntil });
    const written = { ...alongside(answer), entry };
    const outcome = await ports['users:create'].renew(scope, user, invitation, written);
    return outcome === 'DONE' ? answer : undefined;
  });
};
