import { isOpenWork } from '#adapters/dynamodb/index-keys.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { limits } from '#domain/billing/limits.ts';
import { tierOfPrice } from '#domain/billing/plan-rules.ts';
import { mostInvoicesADay, seatFloorOf, targetSeats } from '#domain/billing/seat-rules.ts';
import type { User } from '#domain/ports/user-repository.ts';
import type { Dump } from './dump.ts';
import { auditLogs, type Standing, standings, tierChanges, tierSince } from './standings.ts';

/** The violations of each tenant, with its name. */
const ofEach = (dump: Dump, check: (standing: Standing) => readonly string[]): string[] =>
  standings(dump).flatMap((standing) => check(standing).map((fault) => `tenant ${standing.tenantId}: ${fault}`));

const listed = (record: Standing['header']): unknown => record['gsi1pk'];

/** The provider bills every seat, or a job is to tell it of them. */
export const seats = (dump: Dump): string[] =>
  ofEach(dump, ({ plan, header }) => {
    const isOpen = header['seatsChangedAt'] !== undefined;
    const { tier, terms, priceKey, subscriptionId, renewalSeats, periodSeats, seatPayment } = plan;
    const wanted = targetSeats(tier, Number(header['billableCount']), terms);
    const isOurs = subscriptionId !== null && tierOfPrice(priceKey) === tier;
    return [
      ...(isOpen === isOpenWork('SEATS', listed(header))
        ? []
        : ['seats are to be compared, and no job finds them, or none are']),
      ...(isOurs && !isOpen && renewalSeats !== wanted
        ? [`the renewal bills ${renewalSeats} seats, not ${wanted}`]
        : []),
      ...(isOurs && seatPayment !== 'DECLINED' && periodSeats! < renewalSeats!
        ? [`${renewalSeats} seats, and ${periodSeats} are paid for`]
        : []),
    ];
  });

/** Seats have made no more invoices of a day than they may. */
export const invoices = (dump: Dump): string[] =>
  ofEach(dump, ({ plan: { immediateInvoices } }) =>
    (immediateInvoices?.count ?? 0) <= mostInvoicesADay
      ? []
      : [`${immediateInvoices!.count} invoices of seats in a day`],
  );

/** A subscription's period is one, and something is billed for the next. */
export const periods = (dump: Dump): string[] =>
  ofEach(dump, ({ plan: { subscriptionId, periodStart, periodEnd, renewalSeats } }) =>
    subscriptionId === null || (periodStart! < periodEnd! && renewalSeats! >= 1)
      ? []
      : [`the period from ${periodStart} to ${periodEnd} bills ${renewalSeats} seats next`],
  );

/** A cap never lies below the seat floor, and a tier without caps has none. */
export const caps = (dump: Dump): string[] =>
  ofEach(dump, ({ plan, header: { maxBillableUsers: cap } }) => {
    if (typeof cap !== 'number') return [];
    if (plan.tier === 'FREE' || plan.tier === 'PRO') return [`${plan.tier} with a cap of ${cap}`];
    const floor = seatFloorOf(plan) ?? 1;
    return cap < floor ? [`a cap of ${cap} below ${floor}`] : [];
  });

/** Each change of tier that the log tells goes on from the one before, and leads to the tier that is stored. */
export const toldTiers = (dump: Dump): string[] => {
  const logs = auditLogs(dump);
  return ofEach(dump, ({ tenantId, plan }) => {
    const changes = tierChanges(logs.get(tenantId));
    const gaps = changes.filter(
      ({ metadata }, at) => at > 0 && changes[at - 1]!.metadata['newTier'] !== metadata['oldTier'],
    );
    const last = changes.at(-1)?.metadata['newTier'] ?? plan.tier;
    return [
      ...gaps.map(({ id }) => `the change of tier ${id} does not go on from the one before`),
      ...(last === plan.tier ? [] : [`the tier is ${plan.tier}, and the log says ${String(last)}`]),
    ];
  });
};

/** No more billable users than the cap; above the tier's seats only those who were there when the tier came. */
export const billableUsers = (dump: Dump): string[] => {
  const logs = auditLogs(dump);
  const users = Map.groupBy(dump.of('user'), ({ tenantId }) => tenantId);
  return ofEach(dump, ({ tenantId, plan, header }) => {
    const { billableCount, maxBillableUsers: cap } = header as { billableCount: number; maxBillableUsers?: number };
    const most = limits[plan.tier].billableUsers;
    const since = tierSince(logs.get(tenantId));
    const added = (users.get(tenantId) ?? []).map(({ record }) => record as User).filter(isAddedSince(since));
    return [
      ...(cap !== undefined && billableCount > cap ? [`${billableCount} billable users at a cap of ${cap}`] : []),
      ...(most !== null && billableCount > most
        ? added.map(({ id }) => `user ${id} was added above the seats of ${plan.tier}`)
        : []),
    ];
  });
};

const isAddedSince =
  (since: string | undefined) =>
  ({ tenantRole, createdAt }: User): boolean =>
    since !== undefined && tenantRole !== 'VIEWER' && createdAt > since;

/** A stored role is the one that the log told last: no change of tier has touched it. */
export const toldRoles = (dump: Dump): string[] => {
  const told = new Map<string, unknown>();
  for (const [tenantId, log] of auditLogs(dump))
    for (const entry of log) if (roleIn(entry) !== undefined) told.set(`${tenantId}/${entry.target.id}`, roleIn(entry));
  return dump.of('user').flatMap(({ tenantId, ids: [userId], record: { tenantRole } }) => {
    const role = told.get(`${tenantId}/${userId}`) ?? tenantRole;
    return role === tenantRole
      ? []
      : [`user ${userId} of tenant ${tenantId} is ${String(tenantRole)}, told ${String(role)}`];
  });
};

const roleIn = ({ action, metadata }: AuditEntry): unknown => {
  if (action === 'USER_ROLE_CHANGED') return metadata['newRole'];
  return action === 'USER_INVITED' || action === 'USER_JOINED' ? metadata['role'] : undefined;
};

/** A tier that was bought has one subscription, FREE has none, and none that lives is to be ended. */
export const subscriptions = (dump: Dump): string[] =>
  ofEach(dump, ({ plan }) => {
    const { tier, source, customerId, subscriptionId, itemId, stopping } = plan;
    const has = [subscriptionId, itemId, plan.periodStart, plan.periodEnd, plan.renewalSeats, plan.periodSeats];
    const isWhole = has.every((each) => each === null) || (has.every((each) => each !== null) && customerId !== null);
    return [
      ...(isWhole ? [] : ['a subscription in part']),
      ...(source === 'STRIPE' && (tier === 'FREE') !== (subscriptionId === null)
        ? [`${tier} ${subscriptionId === null ? 'without' : 'with'} a subscription`]
        : []),
      ...(stopping.includes(subscriptionId ?? '')
        ? [`the subscription ${subscriptionId} is to be ended, and is the plan's`]
        : []),
    ];
  });

/** Whatever the provider tells, or does not, is seen: a customer leads to the tenant, and the plan is compared day by day. */
export const comparedPlans = (dump: Dump): string[] => {
  const leading = new Map(dump.of('paymentCustomer').map(({ ids: [id], record }) => [id, record['tenantId']]));
  const known = new Map(dump.of('plan').map(({ tenantId, record }) => [record['customerId'], tenantId]));
  // Customers of tenants that have been closed stay, for the books.
  const tenants = new Set(dump.of('billing').map(({ tenantId }) => tenantId));
  return [
    ...ofEach(dump, ({ tenantId, plan: { customerId }, planItem }) => {
      if (customerId === null) return [];
      return [
        ...(leading.get(customerId) === tenantId ? [] : [`nothing leads from customer ${customerId} to it`]),
        ...(isOpenWork('PLANS', listed(planItem)) ? [] : ['its plan is never compared with the provider']),
      ];
    }),
    ...[...leading].flatMap(([id, tenantId]) =>
      known.get(id) === tenantId || !tenants.has(String(tenantId))
        ? []
        : [`customer ${id} leads to tenant ${String(tenantId)}, which is another's`],
    ),
  ];
};

const bought = ['tier', 'source', 'customerId', 'subscriptionId', 'renewalSeats', 'periodSeats', 'terms'];
const openNames = new Set(['provider', 'model', 'baseUrl', 'last4', 'ciphertext']);

/** What was bought stands in the plan alone, a key of an LLM only encrypted, and an audit entry was written once. */
export const separation = ({ of }: Dump): string[] => [
  ...(['tenant', 'billing', 'user', 'workspace'] as const).flatMap((kind) =>
    of(kind).flatMap(({ tenantId, ids, record }) =>
      bought.filter((name) => name in record).map((name) => `${kind} ${[tenantId, ...ids].join('/')} has ${name}`),
    ),
  ),
  ...of('llmKey').flatMap(({ tenantId, record }) => [
    ...Object.keys(record)
      .filter((name) => !openNames.has(name) && name !== 'changedBy')
      .map((name) => `the LLM key of tenant ${tenantId} has ${name}`),
    ...(record['ciphertext'] instanceof Uint8Array && String(record['last4']).length <= 4
      ? []
      : [`the LLM key of tenant ${tenantId} is not encrypted`]),
  ]),
  ...of('auditEntry').flatMap(({ tenantId, ids: [id], record }) =>
    !('changedBy' in record) ? [] : [`the entry ${id} of tenant ${tenantId} was changed`],
  ),
];
