import type { getSubscriptionStatus as endpoint } from '#contract/endpoints/subscription.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showSubscription } from './show-subscription.ts';

/** What the tenant has, by the table of the specification (§2, Subscription status). */
export const getSubscriptionStatus: UseCase<typeof endpoint> = async ({ scope }, ports) => ({
  body: showSubscription(await ports['plans:read'].get(scope)),
});
