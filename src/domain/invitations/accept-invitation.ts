import { createHash, timingSafeEqual } from 'node:crypto';
import type { acceptInvitation as endpoint } from '#contract/endpoints/invitations.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { mintScope } from '#domain/access/scope.ts';
import { requireNotFrozen } from '#domain/billing/read-only.ts';
import type { Invited } from '#domain/ports/invitation-repository.ts';
import type { InvitedUser } from '#domain/ports/user-repository.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { targetOf } from '#domain/users/user-rules.ts';
import { invitationDigest, isInvitationToken } from './invitation-token.ts';

/** Each further try means that another request of the same person was in between. */
const mostTries = 5;

type Ports = Parameters<UseCase<typeof endpoint>>[1];
type Input = UseCaseInput<typeof endpoint>;

/**
 * The caller becomes the invited user: their address must be the invited one, and they may have no tenant but an own one without projects
 * and other users, which is closed. Again by the same person it changes nothing. Throws NOT_FOUND for an invitation that is unknown, over, revoked or
 * taken; INVITATION_NOT_YOURS; OTHER_TENANT (decision record 0099); READ_ONLY_OVER_LIMIT for a tenant that is frozen.
 */
export const acceptInvitation: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, path } = input;
  const digest = invitationDigest(path.token);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const invited = isInvitationToken(path.token) ? await ports['invitations:accept'].find(digest) : undefined;
    if (!invited) throw notFound();
    if (invited.user.subject === actor.subject) return joined(invited);
    if (!isOpen(invited.user, digest, runtime.now())) throw notFound();
    requireSameAddress(invited.user.email, actor.email);
    await requireNotFrozen(invited.tier, mintScope.tenant(invited.tenantId), ports['limits:read']);
    await closeOwnTenant(input, ports);
    if (await join(input, invited, ports, runtime.now())) return joined(invited);
  }
  throw otherTenant();
};

const joined = ({ tenantId, user }: Invited) => ({
  body: { outcome: 'JOINED' as const, tenantId, userId: user.id, role: user.tenantRole },
});

const isOpen = ({ invitation }: Invited['user'], digest: string, now: Date): boolean =>
  invitation?.digest === digest && Date.parse(invitation.validUntil) > now.getTime();

/** In constant time; nothing is said of the invited address. */
const requireSameAddress = (invited: string, own: string | null): void => {
  const [left, right] = [invited, own ?? ''].map((email) => createHash('sha256').update(email.toLowerCase()).digest());
  if (timingSafeEqual(left!, right!)) return;
  const detail = 'This invitation is for another address than the one that you signed in with.';
  throw new ServiceError('INVITATION_NOT_YOURS', detail);
};

/** Wherever the caller signs in to now: a request beside this one may have closed their tenant, or made a new one. */
const closeOwnTenant = async ({ actor, audit }: Input, ports: Ports): Promise<void> => {
  const now = await ports['invitations:accept'].findMembership(actor.subject!);
  if (now === undefined) return;
  const target = { type: 'USER' as const, id: now.userId, name: actor.email };
  const entry = audit('TENANT_LEFT', target, { isClosed: true });
  const outcome = await ports['tenants:close'].close(mintScope.tenant(now.tenantId), now.userId, entry);
  if (outcome === 'IN_USE') throw otherTenant();
};

const join = async ({ actor, audit }: Input, { tenantId, tier, auditDays, user }: Invited, ports: Ports, now: Date) => {
  const who = { userId: user.id, email: actor.email, tokenId: null, tier, auditDays };
  const entry = audit('INVITATION_ACCEPTED', targetOf(user), { role: user.tenantRole }, who);
  const scope = mintScope.tenant(tenantId);
  const before = { tier, user: user as InvitedUser };
  const outcome = await ports['invitations:accept'].join(scope, before, actor.subject!, now, entry);
  return outcome === 'DONE';
};

const otherTenant = (): ServiceError =>
  new ServiceError(
    'OTHER_TENANT',
    'You belong to a tenant that has projects or other users. Leave it first (DELETE /api/v1/me), then accept again.',
  );
