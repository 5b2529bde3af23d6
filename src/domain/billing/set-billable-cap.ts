import type { setBillableCap as endpoint } from '#contract/endpoints/billing.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Tier } from '#domain/access/actor.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showSubscription } from './get-subscription-status.ts';
import { hasBillableCap, tiers } from './tiers.ts';

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
    const before = await ports['billing:read'].get(scope);
    if (to !== null) requireRoom(tier, before.billableCount, to);
    const shown = showSubscription(tier, { ...before, maxBillableUsers: to });
    if (before.maxBillableUsers === to) return shown;
    const facts = {
      oldCap: before.maxBillableUsers,
      newCap: to,
      billableCount: before.billableCount,
      paidSeats: shown.paidSeats,
    };
    const entry = audit('BILLING_CAP_CHANGED', { type: 'TENANT', id: scope.tenantId }, facts);
    const change = { from: before.maxBillableUsers, to, billableCount: before.billableCount };
    return (await ports['billing-cap:write'].setCap(scope, change, { entry })) === 'DONE' ? shown : undefined;
  });
  return { body: status };
};

const requireRoom = (tier: Tier, billableCount: number, cap: number): void => {
  const least = Math.max(billableCount, tiers[tier].seatFloor ?? 1);
  if (cap < least)
    throw new ServiceError(
      'CAP_BELOW_USAGE',
      `The cap may not be below ${least}: there are ${billableCount} billable users, and ${tier} has at least ${
        tiers[tier].seatFloor ?? 1
      } seats. Set a higher cap, or remove users first.`,
    );
};
