import { mintScope } from '#domain/access/scope.ts';
import type { Audit } from '#domain/audit/audit-entry.ts';
import { requireNotFrozen } from '#domain/billing/read-only.ts';
import { auditDaysOf } from '#domain/billing/plan.ts';
import { acceptOf } from '#domain/invitations/accept-of.ts';
import type { HeldDomain, Joins } from '#domain/ports/join-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { Vouched } from '#domain/sso/way-in.ts';
import { takeIn, type TakeInPorts, type TakenIn } from './take-in.ts';

export type JoinByDomainPorts = TakeInPorts & PortsFor<'users:join' | 'invitations:accept' | 'txt-records:read'>;

type Joining = {
  person: Vouched;
  isConsenting: boolean;
  audit: Audit<'USER_JOINED' | 'SEAT_ADDED' | 'INVITATION_ACCEPTED'>;
  leave: () => Promise<void>;
};

/**
 * Somebody with a verified address joins the tenant that holds its domain: as the user who is invited under the address, without a secret, since
 * the tenant speaks for its domain; else in the domain's role, where everybody may. Undefined: there is no such tenant, or not everybody may.
 */
export const joinByDomain = async (
  { holder, domain }: HeldDomain,
  { person, isConsenting, audit, leave }: Joining,
  ports: JoinByDomainPorts,
  runtime: Runtime,
): Promise<TakenIn | undefined> => {
  const { tenantId } = holder;
  const invited = await ports['users:join'].findInvited(mintScope.tenant(tenantId), person.email);
  if (invited) {
    const { plan } = await ports['plans:read'].get(mintScope.tenant(tenantId));
    await requireNotFrozen(plan.tier, mintScope.tenant(tenantId), ports['limits:read']);
    await leave();
    const place = { tenantId, tier: plan.tier, auditDays: auditDaysOf(plan), user: invited };
    const isDone = await acceptOf(place, person, audit, ports, runtime);
    if (!isDone) return { outcome: 'CONFLICT' };
    return { outcome: 'JOINED', tenantId, userId: invited.id, role: invited.tenantRole };
  }
  if (!domain.autoJoin) return undefined;
  const offer = { tenantId, role: domain.defaultRole, workspaces: {}, way: { way: 'DOMAIN', domain: domain.domain } };
  const take: Joins['take'] = (...by) => ports['users:join'].take(...by);
  return takeIn(offer, { person, isConsenting, audit, leave, take }, ports, runtime);
};
