import type { changeTier as endpoint } from '#contract/endpoints/billing.ts';
import { ServiceError } from '#contract/errors.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { PaidTier } from '#domain/ports/payments.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { UseCase } from '#domain/use-case.ts';
import { agreedPreview, type OpenTier } from './agreed-preview.ts';
import { applyPlan, type TierEntry } from './apply-plan.ts';
import { noSubscription } from './no-subscription.ts';
import type { Plan } from './plan.ts';
import { showSubscription } from './show-subscription.ts';

type Ports = PortsFor<(typeof endpoint)['uses'][number]>;

/**
 * Another tier of a subscription (decision record 0112). What the provider has now is fetched first, so a request whose answer was lost
 * can be sent again; what it then has is applied with the audit entry in the name of who asked.
 */
export const changeTier: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { scope, body, audit, alongside } = input;
  const entryOf: TierEntry = (action, _plan, facts) => audit(action, { type: 'TENANT', id: scope.tenantId }, facts);
  const before = await applyPlan(scope, { entryOf }, ports, runtime);
  if (before.plan.subscriptionId === null) throw noSubscription();
  const { quantity } = agreedPreview(scope, body, before, runtime.now());
  await ask(before.plan, { tier: body.tier, quantity }, ports, runtime);
  const answered = await applyPlan(
    scope,
    { entryOf, alongside: (standing) => alongside({ body: showSubscription(standing) }) },
    ports,
    runtime,
  );
  return { body: showSubscription(answered) };
};

type Wanted = { tier: OpenTier; quantity: number };

/** Tells the provider. Throws PAYMENT_DECLINED: nothing was changed. */
const ask = async (plan: Plan, { tier, quantity }: Wanted, ports: Ports, runtime: Runtime): Promise<void> => {
  const payments = ports['payments:ask'];
  const subscriptionId = plan.subscriptionId!;
  const isCancelled = tier === 'FREE';
  if (tier !== 'FREE' && tier !== plan.tier) await changePrice(plan, { tier, quantity }, ports, runtime);
  if (plan.cancelAtPeriodEnd !== isCancelled)
    await payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled, key: `end:${runtime.newId()}` });
};

const changePrice = async (
  plan: Plan,
  { tier, quantity }: { tier: PaidTier; quantity: number },
  ports: Ports,
  runtime: Runtime,
): Promise<void> => {
  const payments = ports['payments:ask'];
  const item = { subscriptionId: plan.subscriptionId!, itemId: plan.itemId! };
  const { periodSeats: peak, renewalSeats, version } = plan;
  // What was paid for is credited, so the item must say it: seats that were removed count, declined ones do not. Once for this version:
  // repeated, it would count at another price.
  if (peak !== null && peak !== renewalSeats)
    await payments.setQuantity({
      ...item,
      quantity: peak,
      charge: 'NOTHING',
      key: `peak:${item.subscriptionId}:${version}`,
    });
  const outcome = await payments.changePrice({ ...item, tier, quantity, key: `tier:${runtime.newId()}` });
  if (outcome === 'DECLINED')
    throw new ServiceError(
      'PAYMENT_DECLINED',
      `The card was declined, and nothing was changed. Use POST /api/billing/portal to repair it, then change to ${tier} again.`,
    );
};
