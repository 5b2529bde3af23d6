import { domainToASCII } from 'node:url';
import type { Person } from '#domain/access/person.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Audit } from '#domain/audit/audit-entry.ts';
import { requireNotFrozen } from '#domain/billing/read-only.ts';
import { auditDaysOf } from '#domain/billing/plan.ts';
import { tokensInDns } from '#domain/domains/domain-rules.ts';
import { acceptOf } from '#domain/invitations/accept-of.ts';
import type { HeldDomain, Joins } from '#domain/ports/join-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { takeIn, type TakeInPorts, type TakenIn, verifiedAddress } from './take-in.ts';

export type JoinByDomainPorts = TakeInPorts & PortsFor<'users:join' | 'invitations:accept' | 'txt-records:read'>;

type Joining = {
  person: Person;
  isConsenting: boolean;
  audit: Audit<'USER_JOINED' | 'SEAT_ADDED' | 'INVITATION_ACCEPTED'>;
  leave: () => Promise<void>;
};

/** After so long the record is looked up again before somebody joins by it. */
const trustedDays = 7;

/** The tenant that holds the domain of the address by a record that is there; undefined: none. Throws DEPENDENCY_UNAVAILABLE. */
export const findDomainOf = async (
  email: string,
  ports: PortsFor<'users:join' | 'txt-records:read'>,
  runtime: Runtime,
): Promise<HeldDomain | undefined> => {
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1));
  const held = domain === '' ? undefined : await ports['users:join'].findByDomain(domain);
  if (held === undefined) return undefined;
  const now = runtime.now();
  if (Date.parse(held.holder.lookedUpAt) > now.getTime() - trustedDays * 24 * 3600 * 1000) return held;
  if (!(await tokensInDns(domain, ports['txt-records:read'])).has(held.holder)) return undefined;
  await ports['users:join'].noteLookup(held, now);
  return held;
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
  const known = verifiedAddress(person);
  const invited = await ports['users:join'].findInvited(mintScope.tenant(tenantId), known.email);
  if (invited) {
    const { plan } = await ports['plans:read'].get(mintScope.tenant(tenantId));
    await requireNotFrozen(plan.tier, mintScope.tenant(tenantId), ports['limits:read']);
    await leave();
    const place = { tenantId, tier: plan.tier, auditDays: auditDaysOf(plan), user: invited };
    const isDone = await acceptOf(place, known, audit, ports, runtime);
    if (!isDone) return { outcome: 'CONFLICT' };
    return { outcome: 'JOINED', tenantId, userId: invited.id, role: invited.tenantRole };
  }
  if (!domain.autoJoin) return undefined;
  const offer = { tenantId, role: domain.defaultRole, workspaces: {}, way: { way: 'DOMAIN', domain: domain.domain } };
  const take: Joins['take'] = (...by) => ports['users:join'].take(...by);
  return takeIn(offer, { person: known, isConsenting, audit, leave, take }, ports, runtime);
};
