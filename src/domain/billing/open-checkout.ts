import type { openCheckout as endpoint } from '#contract/endpoints/billing.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Checkout } from '#domain/ports/checkout-repository.ts';
import type { PaidTier } from '#domain/ports/payments.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { agreedPreview } from './agreed-preview.ts';
import type { Plan } from './plan.ts';
import { isLive } from './plan-rules.ts';
import { tiers } from './tiers.ts';

type Ports = PortsFor<(typeof endpoint)['uses'][number]>;
type Input = Pick<UseCaseInput<typeof endpoint>, 'actor' | 'scope' | 'body'>;

/** The provider takes pages of 30 minutes at least. */
const pageSeconds = 31 * 60;
/** Within the minute beyond that another request can ask for the same page again. */
const resumableSeconds = 60;

/**
 * The page on which a first subscription is bought (decision record 0111). At most one page of a tenant can be paid: the lock lives as long
 * as its page. At most three calls of the provider.
 */
export const openCheckout: UseCase<typeof endpoint> = async ({ actor, scope, body, alongside }, ports, runtime) => {
  const { checkout, page } = await untilCommitted(runtime, 'tenant', async () => {
    const taken = await takeLock({ actor, scope, body }, ports, runtime);
    if (taken === undefined) return undefined;
    const page = taken.checkout.page ?? (await openPage(taken, { actor, scope }, ports));
    if (!page) return undefined;
    const opened = { ...taken.checkout, page };
    const kept = alongside({ body: shown(opened, page) });
    if ((await ports['checkouts:write'].open(scope, opened, kept)) === 'DONE') return { checkout: opened, page };
    // Another choice took the place of this one: its page alone may be paid.
    await ports['payments:ask'].expireCheckout(page.sessionId);
    return undefined;
  });
  return { body: shown(checkout, page) };
};

const shown = ({ expiresAt }: Checkout, { url }: { url: string }) => ({
  url,
  expiresAt: new Date(expiresAt * 1000).toISOString(),
});

type Page = NonNullable<Checkout['page']>;
type Taken = { checkout: Checkout; plan: Plan; quantity: number; isFirst: boolean };

/** The lock of this choice: the one that is there, or a new one. Undefined: somebody else was first. */
const takeLock = async ({ scope, body }: Input, ports: Ports, runtime: Runtime): Promise<Taken | undefined> => {
  const standing = await ports['plans:read'].get(scope);
  const { plan } = standing;
  if (plan.subscriptionId !== null) throw alreadySubscribed();
  const now = runtime.now();
  const { quantity } = agreedPreview(scope, body, standing, now);
  const seconds = Math.floor(now.getTime() / 1000);
  const found = await ports['checkouts:write'].find(scope);
  const running = found && found.expiresAt > seconds ? found : undefined;
  if (running && isSameChoice(running, body) && isUsable(running, seconds))
    return { checkout: running, plan, quantity, isFirst: false };
  if (running?.page && (await ports['payments:ask'].expireCheckout(running.page.sessionId)) === 'PAID')
    throw alreadySubscribed();
  const checkout: Checkout = {
    lockId: runtime.newId(),
    ...body,
    lockedAt: seconds,
    expiresAt: seconds + pageSeconds,
    page: null,
  };
  if ((await ports['checkouts:write'].lock(scope, checkout, found)) === 'CHANGED') return undefined;
  return { checkout, plan, quantity, isFirst: running === undefined };
};

const isSameChoice = ({ tier, previewHash }: Checkout, body: { tier: PaidTier; previewHash: string }): boolean =>
  tier === body.tier && previewHash === body.previewHash;

const isUsable = ({ page, lockedAt }: Checkout, seconds: number): boolean =>
  page !== null || seconds - lockedAt <= resumableSeconds;

/** Undefined: the plan is no longer what was read. */
const openPage = async (
  { checkout, plan, quantity, isFirst }: Taken,
  { actor, scope }: Pick<Input, 'actor' | 'scope'>,
  ports: Ports,
): Promise<Page | undefined> => {
  const payments = ports['payments:ask'];
  await requirePrice(checkout.tier, ports);
  const customerId = plan.customerId ?? (await firstCustomer({ checkout, plan }, { actor, scope }, ports));
  if (customerId === undefined) return undefined;
  // Of a page that was paid when its lock had ended nobody may have told us yet.
  if (plan.customerId !== null && isFirst && (await payments.listSubscriptions(customerId)).some(isLive))
    throw alreadySubscribed();
  const { tier, lockId, expiresAt } = checkout;
  const { tenantId } = scope;
  const { sessionId, url } = await payments.openCheckout({ tenantId, customerId, tier, quantity, lockId, expiresAt });
  return { sessionId, url };
};

/** Nobody is sold another price than the one that was shown. */
const requirePrice = async (tier: PaidTier, ports: Ports): Promise<void> => {
  const [asked, ours] = [await ports['payments:ask'].unitPriceCents(tier), tiers[tier].pricePerSeatCents];
  if (asked === ours) return;
  throw new ServiceError('DEPENDENCY_UNAVAILABLE', `${tier} cannot be bought now. Try again later.`, [], {
    cause: new Error(`The provider asks ${asked} cents for a seat of ${tier}, our table ${ours}.`),
  });
};

/** Where no event tells of the payment, the reconciliation finds it once the page has ended. */
const firstCustomer = async (
  { checkout, plan }: Pick<Taken, 'checkout' | 'plan'>,
  { actor: { email }, scope }: Pick<Input, 'actor' | 'scope'>,
  ports: Ports,
): Promise<string | undefined> => {
  const customerId = await ports['payments:ask'].ensureCustomer({ tenantId: scope.tenantId, email });
  const nextCheckAt = new Date(checkout.expiresAt * 1000).toISOString();
  const outcome = await ports['checkouts:write'].setCustomer(scope, { ...plan, customerId }, nextCheckAt);
  return outcome === 'DONE' ? customerId : undefined;
};

const alreadySubscribed = (): ServiceError =>
  new ServiceError(
    'ALREADY_SUBSCRIBED',
    'The tenant has a subscription, or has just paid for one. Use POST /api/billing/change-tier to have another tier.',
  );
