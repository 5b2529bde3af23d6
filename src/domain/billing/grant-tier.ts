import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import { auditOfService } from '#domain/audit/audit-entry.ts';
import type { CheckoutWriter } from '#domain/ports/checkout-repository.ts';
import type { PlanReader, PlanWriter } from '#domain/ports/plan-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { ContractTerms, Plan } from './plan.ts';
import { ranks, tierChangeFacts } from './plan-rules.ts';

export type Grant = {
  tier: Tier;
  /** What of an Enterprise contract is to be changed; the rest stays. */
  terms: Partial<ContractTerms>;
  /** The customer at the payment provider whose subscription was made by hand. */
  customerId?: string;
};

type Ports = { plans: PlanReader & PlanWriter; checkouts: Pick<CheckoutWriter, 'setCustomer'> };

const noTerms: ContractTerms = {
  pricePerSeatCents: null,
  seatFloor: null,
  auditDays: null,
  requestsPerMinute: null,
  graceDays: null,
};

/**
 * Gives a tenant a tier without a payment: an operator's deed. The same again changes nothing. What it had is answered, with what it has.
 * Throws where the tenant is not there, or has another customer at the payment provider.
 */
export const grantTier = async (
  scope: TenantScope,
  grant: Grant,
  ports: Ports,
  runtime: Runtime,
): Promise<{ before: Plan; after: Plan }> => {
  const { plan: before } = await ports.plans.get(scope);
  if (grant.customerId !== undefined) await setCustomer(scope, grant.customerId, ports, runtime);
  const after = await untilCommitted(runtime, 'tenant', async () => {
    const { plan, billing } = await ports.plans.get(scope);
    const next: Plan = { ...plan, tier: grant.tier, source: 'GRANT', terms: termsOf(plan, grant) };
    if (JSON.stringify(next) === JSON.stringify(plan)) return plan;
    const isUpgrade = ranks[grant.tier] > ranks[plan.tier];
    const tiers = { oldTier: plan.tier, newTier: grant.tier };
    const change = isUpgrade
      ? { action: 'PLAN_UPGRADED' as const, ...tiers, startingQuantity: plan.renewalSeats ?? 0 }
      : { action: 'PLAN_DOWNGRADED' as const, ...tiers, reason: 'REQUESTED' as const };
    const target = { type: 'TENANT' as const, id: scope.tenantId };
    const audit = auditOfService(next, runtime);
    const written = await ports.plans.apply(scope, {
      plan: next,
      nextCheckAt: plan.customerId === null ? null : runtime.now().toISOString(),
      clearsCap: ranks[grant.tier] < ranks.TEAM,
      entries: plan.tier === grant.tier ? [] : [audit(change.action, target, tierChangeFacts(change, billing))],
    });
    return written === 'CHANGED' ? undefined : next;
  });
  return { before, after };
};

/** Terms are of a contract: other tiers have none. */
const termsOf = (plan: Plan, { tier, terms }: Grant): ContractTerms | null =>
  tier === 'ENTERPRISE' ? { ...noTerms, ...plan.terms, ...terms } : null;

const setCustomer = async (scope: TenantScope, customerId: string, ports: Ports, runtime: Runtime): Promise<void> => {
  await untilCommitted(runtime, 'tenant', async () => {
    const { plan } = await ports.plans.get(scope);
    if (plan.customerId === customerId) return plan;
    if (plan.customerId !== null) throw new Error(`The tenant has the customer ${plan.customerId} already.`);
    const nextCheckAt = runtime.now().toISOString();
    const outcome = await ports.checkouts.setCustomer(scope, { ...plan, customerId }, nextCheckAt);
    return outcome === 'DONE' ? plan : undefined;
  });
};
