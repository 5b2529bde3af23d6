import { grantedPlan, type Plan } from '#domain/billing/plan.ts';
import { seatFloorOf } from '#domain/billing/seat-rules.ts';
import type { BillingHeader } from '#domain/ports/plan-repository.ts';
import type { Dump } from './dump.ts';

/** A cap never lies below the billable users and the seat floor, and a tier without caps has none. */
export function caps({ of }: Dump): string[] {
  const plans = new Map(of('plan').map(({ tenantId, record }) => [tenantId, record as Plan]));
  return of('billing').flatMap(({ tenantId, record }) => {
    const { maxBillableUsers: cap = null, billableCount } = record as BillingHeader;
    if (cap === null) return [];
    const plan = plans.get(tenantId) ?? grantedPlan('FREE');
    if (plan.tier === 'FREE' || plan.tier === 'PRO') return [`tenant ${tenantId} is ${plan.tier} with a cap of ${cap}`];
    const least = Math.max(billableCount, seatFloorOf(plan) ?? 1);
    return cap < least ? [`tenant ${tenantId}: a cap of ${cap} below ${least}`] : [];
  });
}
