import type { getUsage as endpoint } from '#contract/endpoints/subscription.ts';
import type { AllowancePeriod, UsedAllowance } from '#domain/ports/allowance.ts';
import type { UseCase } from '#domain/use-case.ts';
import { allowanceOf } from './allowance-rules.ts';
import { cancelsAt } from './plan-rules.ts';
import { isFrozen } from './read-only.ts';
import { showSubscription } from './show-subscription.ts';
import { usedLimits } from './used-limits.ts';

/** What the plan allows and how much of it is used. */
export const getUsage: UseCase<typeof endpoint> = async ({ scope }, ports, runtime) => {
  const tenancy = await ports['plans:read'].get(scope);
  const { plan } = tenancy;
  const { month, day } = allowanceOf(tenancy, runtime.now());
  const [spent, limits] = await Promise.all([
    ports['allowance:read'].get(scope, { month, day }),
    usedLimits(plan.tier, scope, ports['limits:read']),
  ]);
  const { billableMembers, viewerCount, paidSeats, seatFloor, maxBillableUsers } = showSubscription(tenancy);
  const endsAt = cancelsAt(plan);
  return {
    body: {
      tier: plan.tier,
      period: { startsAt: month.startsAt, endsAt: month.resetsAt },
      cancelsAt: endsAt === null ? null : new Date(endsAt * 1000).toISOString(),
      tokens: showTokens(month, spent.month),
      tokensToday: day.limit === null ? null : showTokens(day, spent.day),
      seats: {
        billableMembers,
        viewerCount,
        paidSeats,
        renewalSeats: plan.renewalSeats,
        seatFloor,
        maxBillableUsers,
        payment: plan.seatPayment,
      },
      limits,
      isFrozen: isFrozen(plan.tier, limits),
    },
  };
};

const showTokens = ({ limit, resetsAt }: AllowancePeriod, { used, reserved }: UsedAllowance) => ({
  limit,
  used,
  reserved,
  resetsAt,
});
