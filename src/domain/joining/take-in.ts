import type { TenantRole } from '#contract/permissions.ts';
import { signsInAs, type SignsInAs } from '#domain/access/person.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Audit, AuditMetadata } from '#domain/audit/audit-entry.ts';
import { requireNotFrozen } from '#domain/billing/read-only.ts';
import { isNextSeatDeclined, seatAdded } from '#domain/billing/seat-entry.ts';
import { auditDaysOf } from '#domain/billing/plan.ts';
import type { Joining as Taking, JoinRefusal } from '#domain/ports/join-repository.ts';
import type { PlanReader } from '#domain/ports/plan-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { Under, User } from '#domain/ports/user-repository.ts';
import type { Vouched } from '#domain/sso/way-in.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import { targetOf, underTierOf } from '#domain/users/user-rules.ts';

/** What a tenant has for somebody who joins by themselves, and how they came to it. */
export type Offer = {
  tenantId: string;
  role: TenantRole;
  workspaces: User['workspaces'];
  /** For the audit log. */
  way: AuditMetadata;
};

type Joined = { outcome: 'JOINED'; tenantId: string; userId: string; role: TenantRole };
type Bought = Awaited<ReturnType<PlanReader['get']>>;
type Reason = 'BILLABLE_CAP_REACHED' | 'PLAN_LIMIT_REACHED' | 'SEAT_PAYMENT_REQUIRED';
export type ConsentRequired = { outcome: 'CONSENT_REQUIRED'; offeredRole: 'VIEWER'; reason: Reason };

/** LINK_OVER: the link was used up meanwhile. CONFLICT: this person, or this address, is a user already. */
export type TakenIn = Joined | ConsentRequired | { outcome: 'LINK_OVER' | 'CONFLICT' };

export type TakeInPorts = PortsFor<'plans:read' | 'limits:read'>;

type Joining = {
  person: Vouched;
  /** The person would rather be a Viewer than not join. */
  isConsenting: boolean;
  audit: Audit<'USER_JOINED' | 'SEAT_ADDED'>;
  /** Called once it is certain that there is something to join: leaves what the person has. */
  leave: () => Promise<void>;
  take: (...by: Taking) => Promise<'DONE' | 'LINK_OVER' | JoinRefusal>;
};

/**
 * Somebody becomes a user of the tenant by themselves: in the role of the offer where a seat is left, else as a Viewer with consent. The seat
 * is counted in the same transaction as for who is invited (decision record 0117). Throws READ_ONLY_OVER_LIMIT for a frozen tenant,
 * DEPENDENCY_UNAVAILABLE.
 */
export const takeIn = (offer: Offer, joining: Joining, ports: TakeInPorts, runtime: Runtime): Promise<TakenIn> =>
  untilCommitted(runtime, 'user', async (): Promise<TakenIn | undefined> => {
    const scope = mintScope.tenant(offer.tenantId);
    const bought = await ports['plans:read'].get(scope);
    const { plan } = bought;
    await requireNotFrozen(plan.tier, scope, ports['limits:read']);
    const under = underTierOf(plan, runtime);
    const reason = offer.role === 'VIEWER' ? undefined : whyNoSeat(bought, under);
    if (reason !== undefined && !joining.isConsenting)
      return { outcome: 'CONSENT_REQUIRED', offeredRole: 'VIEWER', reason };
    await joining.leave();
    const user = newUser(offer, joining.person, reason === undefined ? offer.role : 'VIEWER', runtime);
    const entries = entriesOf(user, { offer, reason, bought, audit: joining.audit, now: under.at });
    const outcome = await joining.take(scope, user, under, entries);
    if (outcome === 'DONE')
      return { outcome: 'JOINED', tenantId: offer.tenantId, userId: user.id, role: user.tenantRole };
    if (outcome === 'EMAIL_CONFLICT') return { outcome: 'CONFLICT' };
    // Somebody took the last seat, or the tier changed, since they were read.
    return outcome === 'LINK_OVER' ? { outcome } : undefined;
  });

/** The same conditions as those of the transaction, and of who invites. */
const whyNoSeat = (bought: Bought, { seats }: Under): Reason | undefined => {
  const { billableCount, maxBillableUsers } = bought.billing;
  if (maxBillableUsers !== null && billableCount >= maxBillableUsers) return 'BILLABLE_CAP_REACHED';
  if (seats !== null && billableCount >= seats) return 'PLAN_LIMIT_REACHED';
  return isNextSeatDeclined(bought) ? 'SEAT_PAYMENT_REQUIRED' : undefined;
};

/** In the name of who joins; with the consent, where one was needed. */
const entriesOf = (
  user: User,
  {
    offer,
    reason,
    bought,
    audit: made,
    now,
  }: { offer: Offer; reason: Reason | undefined; bought: Bought; audit: Joining['audit']; now: Date },
): Pick<Alongside, 'entry' | 'seatEntry'> => {
  const { tier } = bought.plan;
  const who = { userId: user.id, email: user.email, tokenId: null, tier, auditDays: auditDaysOf(bought.plan) };
  const audit: Joining['audit'] = (action, target, facts) => made(action, target, facts, who);
  const consent = reason === undefined ? {} : { consentToViewer: true, offeredRole: offer.role, reason };
  const entry = audit('USER_JOINED', targetOf(user), { ...offer.way, role: user.tenantRole, ...consent });
  return { entry, seatEntry: seatAdded(bought, user, audit, now) };
};

const newUser = (
  { workspaces }: Offer,
  person: Vouched,
  tenantRole: TenantRole,
  runtime: Runtime,
): User & SignsInAs => ({
  id: runtime.newId(),
  email: person.email,
  name: null,
  tenantRole,
  workspaces,
  createdAt: runtime.now().toISOString(),
  ...signsInAs(person),
  version: 1,
});
