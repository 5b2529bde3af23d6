/**
 * The payment provider in our own words (decision record 0105). Amounts are whole cents of US dollars, times are Unix epoch seconds. A
 * provider that cannot be reached throws DEPENDENCY_UNAVAILABLE; a declined charge is an answer, not an exception.
 */
export type SubscriptionState =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused';

/** The tiers that somebody can buy without a contract. */
export type PaidTier = 'PRO' | 'TEAM';

/** A subscription as the provider shows it now. */
export type PaidSubscription = {
  id: string;
  /** The one item that carries price and quantity. */
  itemId: string;
  state: SubscriptionState;
  /** Lookup key of the price, for example `team_monthly_usd`; null for a price without one. */
  priceKey: string | null;
  /** null: the price has tiers of its own. */
  unitAmountCents: number | null;
  quantity: number;
  /** `metadata.tier` of the subscription: only ENTERPRISE means something. */
  contractTier: string | null;
  createdAt: number;
  /** Of the item: only a new start begins a period and an allowance. */
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  latestInvoice: { id: string; state: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void' } | null;
};

/**
 * When a change is paid for. NOW: an invoice at once, and nothing is changed where the charge is declined. NEXT_INVOICE: a proration that
 * the renewal collects. NOTHING: no money moves.
 */
export type Charge = 'NOW' | 'NEXT_INVOICE' | 'NOTHING';

export type ChangeOutcome = 'DONE' | 'DECLINED';

/** What a change would cost if it were made now, by the provider's own sum. `totalCents` < 0 is a credit. */
export type PaymentPreview = { amountDueCents: number; totalCents: number };

export type OpenCheckout = { sessionId: string; url: string; expiresAt: number };

/** Every write carries a key of its own, under which the provider carries it out once. */
export interface Payments {
  /** How long an overdue subscription keeps its tier: a setting of the stage. */
  readonly graceDays: number;
  /** Where a browser goes after checkout and portal. */
  returnUrl(): string;
  /** The tenant's customer at the provider, made at the first call. */
  ensureCustomer(of: { tenantId: string; email: string | null }): Promise<string>;
  /** A page on which the customer buys `quantity` seats of the tier; open until `expiresAt`. */
  openCheckout(of: {
    tenantId: string;
    customerId: string;
    tier: PaidTier;
    quantity: number;
    lockId: string;
    expiresAt: number;
  }): Promise<OpenCheckout>;
  /** PAID where the page was paid before it could be closed. */
  expireCheckout(sessionId: string): Promise<'EXPIRED' | 'PAID'>;
  /** A page on which the customer changes card, cancels, or undoes that. */
  openPortal(of: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  preview(of: { subscriptionId: string; itemId: string; tier: PaidTier; quantity: number }): Promise<PaymentPreview>;
  /** Every subscription that the customer has or had, newest first. */
  listSubscriptions(customerId: string): Promise<PaidSubscription[]>;
  /** `prorateFrom`: the moment from which the change counts, where that is not now. */
  setQuantity(of: {
    subscriptionId: string;
    itemId: string;
    quantity: number;
    charge: Charge;
    key: string;
    prorateFrom?: number;
  }): Promise<ChangeOutcome>;
  /** Another tier at once. */
  changePrice(of: {
    subscriptionId: string;
    itemId: string;
    tier: PaidTier;
    quantity: number;
    key: string;
  }): Promise<ChangeOutcome>;
  /** At the end of the period, or not any more. */
  setCancelAtPeriodEnd(of: { subscriptionId: string; isCancelled: boolean; key: string }): Promise<void>;
  /** Ends it at once; `withCredit`: what is left of the period becomes credit. Ending an ended one changes nothing. */
  cancel(of: { subscriptionId: string; withCredit: boolean; key: string }): Promise<void>;
  /** Open invoices of the subscription can be paid no more. */
  voidOpenInvoices(subscriptionId: string): Promise<void>;
  /** What the provider's price of the tier costs now; checked against our table before anything is sold. */
  unitPriceCents(tier: PaidTier): Promise<number | null>;
}

/** What a webhook of the provider says: nothing in it is believed but whose state to fetch. */
export type PaymentEvent = { id: string; type: string; isLive: boolean; customerId: string | null };

export interface PaymentSignatures {
  /** undefined: not signed with the secret, or longer ago or further ahead than 300 s. */
  verify(of: { body: string; header: string; now: Date }): Promise<PaymentEvent | undefined>;
}

/** Where events come from. `isLive`: the mode of this stage; events of the other one are not ours. */
export interface PaymentEventSource extends PaymentSignatures {
  readonly isLive: boolean;
}

/** Rejects where the event was not taken. */
export interface PaymentEventPublisher {
  publish(event: PaymentEvent): Promise<void>;
}
