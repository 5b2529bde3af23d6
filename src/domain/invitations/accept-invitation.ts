import { createHash, timingSafeEqual } from 'node:crypto';
import type { acceptInvitation as endpoint } from '#contract/endpoints/invitations.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { mintScope } from '#domain/access/scope.ts';
import { requireNotFrozen } from '#domain/billing/read-only.ts';
import { leaveOwnTenant, otherTenant } from '#domain/joining/leave-own-tenant.ts';
import { takeIn, type TakenIn } from '#domain/joining/take-in.ts';
import type { Invited, LinkedTo } from '#domain/ports/invitation-repository.ts';
import type { Joining } from '#domain/ports/join-repository.ts';
import type { InvitedUser } from '#domain/ports/user-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { requireWayInto, type Vouched, vouchedFor } from '#domain/sso/way-in.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { acceptOf } from './accept-of.ts';
import { invitationDigest, isInvitationToken } from './invitation-token.ts';

/** Each further try means that another request of the same person was in between. */
const mostTries = 5;

type Ports = Parameters<UseCase<typeof endpoint>>[1];
type Input = UseCaseInput<typeof endpoint>;

/**
 * The caller becomes the invited user, whose address must be theirs; or a user by a link, where it has uses left and a seat is there, else a
 * Viewer with consent. They may have no tenant but an own one without projects and other users, which is closed. Again by the same person it changes
 * nothing. Throws NOT_FOUND for an invitation that is unknown, over, revoked or taken; INVITATION_NOT_YOURS; OTHER_TENANT; READ_ONLY_OVER_LIMIT;
 * SSO_REQUIRED (decision records 0099, 0118, 0133).
 */
export const acceptInvitation: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const digest = invitationDigest(input.path.token);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const found = isInvitationToken(input.path.token) ? await ports['invitations:find'].find(digest) : undefined;
    if (!found) throw notFound();
    const taken =
      'link' in found
        ? await acceptLink(input, found, ports, runtime)
        : await becomeInvited(input, found, digest, ports, runtime);
    if (taken?.outcome === 'JOINED' || taken?.outcome === 'CONSENT_REQUIRED') return { body: taken };
  }
  throw otherTenant();
};

const becomeInvited = async (
  { person, audit }: Input,
  invited: Invited,
  digest: string,
  ports: Ports,
  runtime: Runtime,
): Promise<TakenIn | undefined> => {
  const { tenantId, user } = invited;
  const joined = { outcome: 'JOINED' as const, tenantId, userId: user.id, role: user.tenantRole };
  if (user.subject === person.subject || user.ssoSubject === person.subject) return joined;
  if (!isOpen(user, digest, runtime.now())) throw notFound();
  const caller = await admitted(tenantId, person, ports, runtime);
  requireSameAddress(user.email, caller.email);
  await requireNotFrozen(invited.tier, mintScope.tenant(tenantId), ports['limits:read']);
  await leaveOwnTenant(caller, audit, ports);
  return (await acceptOf({ ...invited, user }, caller, audit, ports, runtime)) ? joined : undefined;
};

const admitted = async (
  tenantId: string,
  person: Input['person'],
  ports: Ports,
  runtime: Runtime,
): Promise<Vouched> => {
  const vouched = await vouchedFor(person, ports, runtime);
  await requireWayInto(tenantId, vouched, ports);
  return vouched;
};

const isOpen = (user: Invited['user'], digest: string, now: Date): user is InvitedUser =>
  user.invitation?.digest === digest && Date.parse(user.invitation.validUntil) > now.getTime();

const acceptLink = async (
  { person, body, audit }: Input,
  { tenantId, link }: LinkedTo,
  ports: Ports,
  runtime: Runtime,
): Promise<TakenIn> => {
  const caller = await admitted(tenantId, person, ports, runtime);
  const member = await ports['tenants:close'].findMember(caller.subject);
  if (member?.tenantId === tenantId) return { outcome: 'JOINED', ...member };
  if (link.usesLeft === 0 || Date.parse(link.validUntil) <= runtime.now().getTime()) throw notFound();
  if (link.email !== null) requireSameAddress(link.email, caller.email);
  const { id, role, workspaceRoles: workspaces } = link;
  const offer = { tenantId, role, workspaces, way: { way: 'LINK', linkId: id } };
  const leave = (): Promise<void> => leaveOwnTenant(caller, audit, ports);
  const take = (...by: Joining) => ports['links:use'].take(link, ...by);
  const joining = { person: caller, isConsenting: body.consentToViewer, audit, leave, take };
  return takeIn(offer, joining, ports, runtime);
};

/** In constant time; nothing is said of the invited address. */
const requireSameAddress = (invited: string, own: string): void => {
  const [left, right] = [invited, own].map((email) => createHash('sha256').update(email.toLowerCase()).digest());
  if (timingSafeEqual(left!, right!)) return;
  const detail = 'This invitation is for another address than the one that you signed in with.';
  throw new ServiceError('INVITATION_NOT_YOURS', detail);
};
