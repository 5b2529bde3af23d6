import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { priceKeys } from '#domain/billing/price-keys.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { PaidTier } from '#domain/ports/payments.ts';
import { isAnswer } from './failures.ts';
import { ownMark } from './own-mark.ts';
import { subscribedEvents } from './subscribed-events.ts';

export type SetUp = {
  /** What was made or changed, one line each; empty where everything was there. */
  changes: string[];
  /** Of a webhook endpoint that was made just now: it is shown this once. */
  webhookSecret: string | null;
};

const once = () => ({ idempotencyKey: `setup:${randomUUID()}` });

/**
 * Makes at Stripe what the service sells and needs: products, prices, the portal's configuration and, with a URL, the webhook endpoint.
 * What is there already is left as it is, or put right. Throws where a price or a version differs, which nothing here may change.
 */
export const setUpStripe = async (stripe: Stripe, webhookUrl?: string): Promise<SetUp> => {
  const changes: string[] = [];
  for (const tier of ['PRO', 'TEAM'] as const)
    changes.push(...(await product(stripe, tier)), ...(await price(stripe, tier)));
  changes.push(...(await portal(stripe)));
  const endpoint = webhookUrl === undefined ? { changes: [], secret: null } : await webhook(stripe, webhookUrl);
  return { changes: [...changes, ...endpoint.changes], webhookSecret: endpoint.secret };
};

const productIds = { PRO: 'dezycro_pro', TEAM: 'dezycro_team' } as const satisfies Record<PaidTier, string>;
const names = { PRO: 'Pro', TEAM: 'Team seat' } as const satisfies Record<PaidTier, string>;

const product = async (stripe: Stripe, tier: PaidTier): Promise<string[]> => {
  const [id, name] = [productIds[tier], names[tier]];
  try {
    if ((await stripe.products.retrieve(id)).active) return [];
    await stripe.products.update(id, { active: true }, once());
    return [`product ${id} is active again`];
  } catch (error) {
    if (!isAnswer(error, 404)) throw error;
    await stripe.products.create({ id, name, metadata: ownMark }, once());
    return [`product ${id} made`];
  }
};

const price = async (stripe: Stripe, tier: PaidTier): Promise<string[]> => {
  const [key, cents] = [priceKeys[tier], tiers[tier].pricePerSeatCents];
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [found] = data;
  if (found) {
    const isSame = found.unit_amount === cents && found.currency === 'usd' && found.recurring?.interval === 'month';
    if (isSame) return [];
    // Subscriptions are known by the lookup key of their price: taking it from them would end their tier.
    throw new Error(
      `The price ${key} is ${found.unit_amount} ${found.currency} at Stripe and ${cents} usd in our tiers.`,
    );
  }
  const made = { product: productIds[tier], currency: 'usd', unit_amount: cents!, lookup_key: key, metadata: ownMark };
  await stripe.prices.create({ ...made, recurring: { interval: 'month' } }, once());
  return [`price ${key} made: ${cents} cents a month`];
};

/** Quantities are ours, so nothing but the end of a subscription can be chosen there. */
const features = {
  customer_update: { enabled: true, allowed_updates: ['email', 'address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: { enabled: false },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

const portal = async (stripe: Stripe): Promise<string[]> => {
  const { configurations } = stripe.billingPortal;
  const { data } = await configurations.list({ active: true, limit: 100 });
  const ours = data.find(({ metadata }) => metadata?.['managedBy'] === ownMark.managedBy);
  if (!ours) {
    await configurations.create({ features, metadata: ownMark }, once());
    return ['portal configuration made'];
  }
  if (contains(ours.features, features)) return [];
  await configurations.update(ours.id, { features }, once());
  return ['portal configuration put right'];
};

/** Whether everything in `wanted` stands in `found`; lists in any order. */
const contains = (found: unknown, wanted: unknown): boolean => {
  if (Array.isArray(wanted))
    return Array.isArray(found) && found.length === wanted.length && wanted.every((each) => found.includes(each));
  if (typeof wanted !== 'object' || wanted === null) return found === wanted;
  if (typeof found !== 'object' || found === null) return false;
  return Object.entries(wanted).every(([name, value]) => contains((found as Record<string, unknown>)[name], value));
};

const webhook = async (stripe: Stripe, url: string): Promise<{ changes: string[]; secret: string | null }> => {
  const enabled_events = [...subscribedEvents];
  const all = await stripe.webhookEndpoints.list({ limit: 100 });
  const found = all.data.find((each) => each.url === url);
  const version = stripe.getApiField('version');
  if (!found) {
    const endpoint = { url, enabled_events, api_version: version as Stripe.WebhookEndpointCreateParams.ApiVersion };
    const made = await stripe.webhookEndpoints.create({ ...endpoint, metadata: ownMark }, once());
    return { changes: [`webhook endpoint ${url} made`], secret: made.secret ?? null };
  }
  if (found.api_version !== version)
    throw new Error(
      `The webhook endpoint ${url} has version ${found.api_version}, not ${version}. Delete it, and run this again.`,
    );
  if (contains(found.enabled_events, enabled_events)) return { changes: [], secret: null };
  await stripe.webhookEndpoints.update(found.id, { enabled_events }, once());
  return { changes: [`webhook endpoint ${url} put right`], secret: null };
};
