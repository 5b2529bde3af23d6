import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { AuditMetadata } from '#domain/audit/audit-entry.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { Standing } from './agreed-preview.ts';
import type { Plan } from './plan.ts';
import { type DerivedPlan, derivePlan, tierChangeFacts, type TierChange } from './plan-rules.ts';

type Ports = PortsFor<'plans:read' | 'plans:write' | 'payments:ask'>;

/** Makes the audit entry of a change of tier, by whoever caused it. */
export type TierEntry = (action: TierChange['action'], plan: Plan, facts: AuditMetadata) => AuditEntry;

export type Applied = Standing & Pick<DerivedPlan, 'alarms'> & { isChanged: boolean };

type Order = {
  entryOf: TierEntry;
  /** Written although nothing changed: the next check moves on. */
  isCheck?: boolean;
  /** What the transaction must also write, by what the tenant then has. */
  alongside?: (standing: Standing) => Alongside;
};

const stopSeconds = 15 * 60;
const checkSeconds = 24 * 3600;

/**
 * Makes the plan what the provider's subscriptions amount to now (decision record 0105): one read, one fetch, one transaction, which holds
 * only at the version that was read. Refused, it begins again; so no order, repetition or loss of events can matter. Then ends what must
 * not go on; what fails there is done by the next check.
 */
export const applyPlan = async (
  scope: TenantScope,
  { entryOf, isCheck = false, alongside }: Order,
  ports: Ports,
  runtime: Runtime,
): Promise<Applied> => {
  const { stops, ...applied } = await untilCommitted(runtime, 'tenant', async () => {
    const { plan, billing } = await ports['plans:read'].get(scope);
    if (plan.customerId === null) return { plan, billing, isChanged: false, alarms: [], stops: [] };
    const payments = ports['payments:ask'];
    const subscriptions = await payments.listSubscriptions(plan.customerId);
    const now = runtime.now();
    const derived = derivePlan(subscriptions, plan, now, payments.graceDays);
    const { isChanged, alarms, stops, clearsCap, tierChange } = derived;
    const next = {
      plan: derived.plan,
      billing: clearsCap ? { ...billing, maxBillableUsers: null } : billing,
    };
    const beside = alongside?.(next) ?? {};
    if (!isChanged && !isCheck && Object.keys(beside).length === 0) return { ...next, isChanged, alarms, stops };
    const entries = tierChange ? [entryOf(tierChange.action, derived.plan, tierChangeFacts(tierChange, billing))] : [];
    const change = {
      plan: derived.plan,
      nextCheckAt: nextCheckAt(derived.plan, now),
      clearsCap,
      ...(derived.checksSeats && { checksSeatsAt: now }),
      endsCheckout: plan.subscriptionId !== derived.plan.subscriptionId,
      entries,
    };
    if ((await ports['plans:write'].apply(scope, change, beside)) === 'CHANGED') return undefined;
    const written = { ...next.plan, version: next.plan.version + 1 };
    return { ...next, plan: written, isChanged, alarms, stops };
  });
  await stopAll(stops, applied.plan, ports);
  return applied;
};

/** Soon while something is to be stopped, else daily. */
export const nextCheckAt = ({ stopping }: Plan, now: Date): string =>
  new Date(now.getTime() + (stopping.length > 0 ? stopSeconds : checkSeconds) * 1000).toISOString();

/** Ends them at the provider, and makes void what could still be paid for them. Each may have ended before. */
const stopAll = async (stops: DerivedPlan['stops'], { version }: Plan, ports: Ports): Promise<void> => {
  const payments = ports['payments:ask'];
  for (const { subscriptionId, withCredit, voidsInvoices } of stops) {
    await payments.cancel({ subscriptionId, withCredit, key: `stop:${subscriptionId}:${version}` });
    if (voidsInvoices) await payments.voidOpenInvoices(subscriptionId);
  }
};
