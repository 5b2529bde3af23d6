import { createHash, randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import { priceKeys } from '#domain/billing/price-keys.ts';
import type { ChangeOutcome, Charge, PaidTier, Payments } from '#domain/ports/payments.ts';
import { ownMark } from './own-mark.ts';
import { declinedOr, isAnswer, translated } from './failures.ts';
import { subscriptionOf } from './subscription-of.ts';

export type StripePaymentsOptions = {
  stripe: Stripe;
  /** Where the customer's browser goes after checkout, paid or not. */
  returnUrl: () => string;
  /** How long an overdue subscription keeps its tier. */
  graceDays?: number;
  /** Whether the provider adds tax and takes tax ids: a setting of the stage. */
  isTaxed: boolean;
};

const prorations = {
  NOW: 'always_invoice',
  NEXT_INVOICE: 'create_prorations',
  NOTHING: 'none',
} as const satisfies Record<Charge, string>;

/** Payments through Stripe. Each write has a key of its own, so that a try whose answer was lost is never carried out twice. */
export class StripePayments implements Payments {
  readonly #stripe: Stripe;
  readonly #options: StripePaymentsOptions;
  /** Price ids by tier, as last read. */
  readonly #priceIds = new Map<PaidTier, string>();

  constructor(options: StripePaymentsOptions) {
    this.#stripe = options.stripe;
    this.#options = options;
  }

  get graceDays(): number {
    return this.#options.graceDays ?? 0;
  }

  returnUrl(): string {
    return this.#options.returnUrl();
  }

  ensureCustomer: Payments['ensureCustomer'] = ({ tenantId, email }) => {
    // The key names what is sent: the same key with another address would be refused.
    const sent = createHash('sha256')
      .update(email ?? '')
      .digest('hex')
      .slice(0, 16);
    const key = `customer:${tenantId}:${sent}`;
    const customer = { ...(email !== null && { email }), metadata: { tenantId } };
    return translated(async () => (await this.#stripe.customers.create(customer, { idempotencyKey: key })).id);
  };

  openCheckout: Payments['openCheckout'] = ({ tenantId, customerId, tier, quantity, lockId, expiresAt }) =>
    translated(async () => {
      const returnUrl = this.#options.returnUrl();
      const session = await this.#stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: tenantId,
          metadata: { tenantId },
          line_items: [{ price: await this.#priceIdOf(tier), quantity }],
          subscription_data: { billing_mode: { type: 'classic' }, metadata: { tenantId } },
          expires_at: expiresAt,
          success_url: returnUrl,
          cancel_url: returnUrl,
          ...(this.#options.isTaxed && {
            automatic_tax: { enabled: true },
            tax_id_collection: { enabled: true },
            customer_update: { address: 'auto', name: 'auto' },
          }),
        },
        { idempotencyKey: `checkout:${lockId}` },
      );
      if (session.url === null) throw new Error(`The checkout session ${session.id} has no page.`);
      return { sessionId: session.id, url: session.url, expiresAt: session.expires_at };
    });

  expireCheckout: Payments['expireCheckout'] = (sessionId) =>
    translated(async () => {
      const { sessions } = this.#stripe.checkout;
      try {
        await sessions.expire(sessionId, {}, { idempotencyKey: `expire:${sessionId}:${randomUUID()}` });
        return 'EXPIRED';
      } catch (error) {
        // Only an open session can be closed: this one was paid, or has ended by itself.
        if (!isAnswer(error, 400)) throw error;
        return (await sessions.retrieve(sessionId)).status === 'complete' ? 'PAID' : 'EXPIRED';
      }
    });

  openPortal: Payments['openPortal'] = ({ customerId, returnUrl }) =>
    translated(async () => {
      const { configurations, sessions } = this.#stripe.billingPortal;
      const known = await configurations.list({ active: true, limit: 100 });
      const ours = known.data.find(({ metadata }) => metadata?.['managedBy'] === ownMark.managedBy);
      if (!ours) throw new Error('The provider has no portal configuration of ours. Run scripts/setup-stripe.');
      const session = { customer: customerId, return_url: returnUrl, configuration: ours.id };
      return { url: (await sessions.create(session, { idempotencyKey: `portal:${randomUUID()}` })).url };
    });

  preview: Payments['preview'] = ({ subscriptionId, itemId, tier, quantity }) =>
    translated(async () => {
      const invoice = await this.#stripe.invoices.createPreview(
        {
          subscription: subscriptionId,
          subscription_details: {
            items: [{ id: itemId, price: await this.#priceIdOf(tier), quantity }],
            proration_behavior: 'always_invoice',
          },
        },
        { idempotencyKey: `preview:${randomUUID()}` },
      );
      return { amountDueCents: invoice.amount_due, totalCents: invoice.total };
    });

  listSubscriptions: Payments['listSubscriptions'] = (customerId) =>
    translated(async () => {
      const found = await this.#stripe.subscriptions
        .list({ customer: customerId, status: 'all', expand: ['data.latest_invoice'], limit: 100 })
        .autoPagingToArray({ limit: mostSubscriptions });
      return found.map(subscriptionOf);
    });

  setQuantity: Payments['setQuantity'] = ({ subscriptionId, itemId, quantity, charge, key, prorateFrom }) =>
    this.#change(subscriptionId, key, {
      items: [{ id: itemId, quantity }],
      proration_behavior: prorations[charge],
      ...(charge === 'NOW' && { payment_behavior: 'error_if_incomplete' as const }),
      ...(prorateFrom !== undefined && { proration_date: prorateFrom }),
    });

  changePrice: Payments['changePrice'] = async ({ subscriptionId, itemId, tier, quantity, key }) =>
    this.#change(subscriptionId, key, {
      items: [{ id: itemId, price: await translated(() => this.#priceIdOf(tier)), quantity }],
      proration_behavior: prorations.NOW,
      payment_behavior: 'error_if_incomplete',
    });

  setCancelAtPeriodEnd: Payments['setCancelAtPeriodEnd'] = async ({ subscriptionId, isCancelled, key }) => {
    const change = { cancel_at_period_end: isCancelled };
    await translated(() => this.#stripe.subscriptions.update(subscriptionId, change, { idempotencyKey: key }));
  };

  cancel: Payments['cancel'] = ({ subscriptionId, withCredit, key }) =>
    translated(async () => {
      try {
        if (withCredit) await this.#creditRest(subscriptionId, key);
        await this.#stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: key });
      } catch (error) {
        if (!isAnswer(error, 404)) throw error;
      }
    });

  voidOpenInvoices: Payments['voidOpenInvoices'] = (subscriptionId) =>
    translated(async () => {
      const open = { subscription: subscriptionId, status: 'open', limit: 100 } as const;
      for await (const { id } of this.#stripe.invoices.list(open))
        await this.#stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `void:${id}` });
    });

  unitPriceCents: Payments['unitPriceCents'] = (tier) =>
    translated(async () => {
      const price = await this.#priceOf(tier);
      const isOurs = price?.currency === 'usd' && price.recurring?.interval === 'month';
      return isOurs && price.recurring?.interval_count === 1 ? price.unit_amount : null;
    });

  #change(id: string, idempotencyKey: string, change: Stripe.SubscriptionUpdateParams): Promise<ChangeOutcome> {
    return translated(() =>
      declinedOr(async () => {
        await this.#stripe.subscriptions.update(id, change, { idempotencyKey });
        return 'DONE';
      }),
    );
  }

  /** Down to no seats, invoiced at once: a cancellation with `prorate` and `invoice_now` leaves its credit on an invoice that nobody settles. */
  async #creditRest(id: string, key: string): Promise<void> {
    const { status, items } = await this.#stripe.subscriptions.retrieve(id);
    if (status === 'canceled' || status === 'incomplete_expired') return;
    const none = items.data.map((item) => ({ id: item.id, quantity: 0 }));
    const change = { items: none, proration_behavior: prorations.NOW };
    await this.#stripe.subscriptions.update(id, change, { idempotencyKey: `${key}:credit` });
  }

  async #priceOf(tier: PaidTier): Promise<Stripe.Price | undefined> {
    const { data } = await this.#stripe.prices.list({ lookup_keys: [priceKeys[tier]], active: true, limit: 1 });
    if (data[0]) this.#priceIds.set(tier, data[0].id);
    return data[0];
  }

  async #priceIdOf(tier: PaidTier): Promise<string> {
    const id = this.#priceIds.get(tier) ?? (await this.#priceOf(tier))?.id;
    if (id === undefined) throw new Error(`The provider has no price ${priceKeys[tier]}. Run scripts/setup-stripe.`);
    return id;
  }
}

/** A customer has one or two; more than this is a defect that no list should hide in memory. */
const mostSubscriptions = 1000;
