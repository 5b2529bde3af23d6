import type { setBillableCap as endpoint } from '#contract/endpoints/billing.ts';
import { ServiceError } from '#contract/errors.ts';
import { TierChanged } from '#domain/access/tier-changed.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase } from '#domain/use-case.ts';
import { seatFloorOf } from './seat-rules.ts';
import type { Plan } from './plan.ts';
import { showSubscription } from './show-subscription.ts';
import { hasBillableCap } from './tiers.ts';

/** The Owner's own limit (specification §8). It changes no seat that is paid for; the same cap again writes nothing. */
export const setBillableCap: UseCase<typeof endpoint> = async ({ actor, scope, body, audit }, ports, runtime) => {
  const { tier } = actor;
  if (!hasBillableCap(tier))
    throw new ServiceError(
      'CAP_NOT_SUPPORTED',
      `On ${tier} there is one billable user anyway. Upgrade to TEAM to have more, with a cap.`,
    );
  const to = body.maxBillableUsers;
  const status = await untilCommitted(runtime, 'tenant', async () => {
    const { plan, billing: before } = await ports['plans:read'].get(scope);
    if (to !== null) requireRoom(plan, before.billableCount, to);
    const shown = showSubscription({ plan, billing: { ...before, maxBillableUsers: to } });
    if (before.maxBillableUsers === to) return shown;
    const facts = {
      oldCap: before.maxBillableUsers,
      newCap: to,
      billableCount: before.billableCount,
      paidSeats: shown.paidSeats,
    };
    const entry = audit('BILLING_CAP_CHANGED', { type: 'TENANT', id: scope.tenantId }, facts);
    const change = { tier, from: before.maxBillableUsers, to, billableCount: before.billableCount };
    const outcome = await ports['billing-cap:write'].setCap(scope, change, { entry });
    if (outcome === 'TIER_CHANGED') throw new TierChanged();
    return outcome === 'DONE' ? shown : undefined;
  });
  return { body: status };
};

const requireRoom = (plan: Plan, billableCount: number, cap: number): void => {
  const floor = seatFloorOf(plan) ?? 1;
  const least = Math.max(billableCount, floor);
  if (cap < least)
    throw new ServiceError(
      'CAP_BELOW_USAGE',
      `The cap may not be below ${least}: there are ${billableCount} billable users, and ${plan.tier} has at least ${floor} seats. Set a higher cap, or remove users first.`,
    );
};
