/** Stripe's objects as the emulator keeps and answers them: those of their attributes that something here reads, and constants. */
type Kept<Kind extends string> = { id: string; object: Kind; created: number; livemode: false };
export type Metadata = Record<string, string>;

export type Customer = Kept<'customer'> & {
  email: string | null;
  name: string | null;
  metadata: Metadata;
  /** Negative: what the customer has to its credit. */
  balance: number;
  invoice_settings: {
    default_payment_method: string | null;
    custom_fields: null;
    footer: null;
    rendering_options: null;
  };
};

export type Product = Kept<'product'> & {
  name: string;
  active: boolean;
  metadata: Metadata;
  updated: number;
  images: string[];
  marketing_features: object[];
};

export type Price = Kept<'price'> & {
  product: string;
  active: boolean;
  currency: string;
  unit_amount: number;
  unit_amount_decimal: string;
  lookup_key: string | null;
  metadata: Metadata;
  type: 'recurring';
  billing_scheme: 'per_unit';
  recurring: { interval: 'month'; interval_count: 1; usage_type: 'licensed'; meter: null; trial_period_days: null };
  tax_behavior: 'unspecified' | 'exclusive' | 'inclusive';
};

/** FAILS_LATER: pays once and never again. */
export type CardKind = 'PAYS' | 'FAILS' | 'FAILS_LATER';

export type PaymentMethod = Kept<'payment_method'> & {
  type: 'card';
  customer: string | null;
  metadata: Metadata;
  billing_details: { address: null; email: null; name: null; phone: null; tax_id: null };
  card: { brand: 'visa'; last4: string; exp_month: number; exp_year: number; funding: 'credit'; country: 'US' };
};

export type SubscriptionItem = {
  id: string;
  object: 'subscription_item';
  created: number;
  subscription: string;
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
  metadata: Metadata;
  discounts: [];
};

export type Subscription = Kept<'subscription'> & {
  customer: string;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled' | 'unpaid';
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string };
  metadata: Metadata;
  currency: string;
  billing_mode: { type: 'classic' | 'flexible' };
  billing_cycle_anchor: number;
  billing_schedules: [];
  start_date: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_details: { comment: null; feedback: null; reason: string | null };
  collection_method: 'charge_automatically';
  default_payment_method: string | null;
  latest_invoice: string | null;
  automatic_tax: { enabled: boolean; disabled_reason: null; liability: null };
  discounts: [];
  invoice_settings: { account_tax_ids: null; issuer: { type: 'self' } };
};

export type Line = {
  id: string;
  object: 'line_item';
  amount: number;
  subtotal: number;
  currency: string;
  description: string;
  quantity: number;
  period: { start: number; end: number };
  discountable: boolean;
  discounts: [];
  livemode: false;
  metadata: Metadata;
  parent: {
    type: 'subscription_item_details';
    invoice_item_details: null;
    subscription_item_details: {
      subscription: string;
      subscription_item: string;
      proration: boolean;
      invoice_item: null;
      proration_details: null;
    };
  };
};

export type Invoice = Kept<'invoice'> & {
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'subscription';
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { subscription: string; metadata: Metadata };
  };
  lines: { object: 'list'; data: Line[]; has_more: false; url: string };
  currency: string;
  subtotal: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  starting_balance: number;
  ending_balance: number | null;
  period_start: number;
  period_end: number;
  auto_advance: boolean;
  attempted: boolean;
  attempt_count: number;
  next_payment_attempt: number | null;
  number: string | null;
  status_transitions: {
    finalized_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
    marked_uncollectible_at: null;
  };
  [constant: string]: unknown;
};

export type CheckoutSession = Kept<'checkout.session'> & {
  customer: string;
  client_reference_id: string | null;
  metadata: Metadata;
  mode: 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  subscription: string | null;
  invoice: string | null;
  expires_at: number;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
  automatic_tax: { enabled: boolean; liability: null; provider: null; status: null };
  custom_fields: [];
  custom_text: { after_submit: null; shipping_address: null; submit: null; terms_of_service_acceptance: null };
  payment_method_types: ['card'];
  shipping_options: [];
};

/** What a session sells; the object itself shows it in a list of its own only. */
export type Sold = { price: string; quantity: number; metadata: Metadata; billingMode: 'classic' | 'flexible' };

export type PortalSession = Kept<'billing_portal.session'> & {
  customer: string;
  configuration: string;
  return_url: string | null;
  url: string;
  flow: null;
  locale: null;
  on_behalf_of: null;
};

export type PortalConfiguration = Kept<'billing_portal.configuration'> & {
  active: boolean;
  is_default: boolean;
  updated: number;
  metadata: Metadata;
  default_return_url: string | null;
  business_profile: { headline: string | null; privacy_policy_url: null; terms_of_service_url: null };
  login_page: { enabled: false; url: null };
  features: object;
};

export type WebhookEndpoint = Kept<'webhook_endpoint'> & {
  url: string;
  enabled_events: string[];
  api_version: string | null;
  status: 'enabled' | 'disabled';
  metadata: Metadata;
  description: string | null;
  application: null;
};

export type PaymentsEvent = Kept<'event'> & {
  type: string;
  api_version: string;
  data: { object: Record<string, unknown>; previous_attributes?: object };
  pending_webhooks: number;
  request: { id: null; idempotency_key: string | null };
};

/** A proration that waits for the next invoice of its subscription. */
export type PendingLine = { subscription: string; line: Line };
/** An event on its way to our webhook. */
export type Delivery = { event: string; dueAt: number; attempts: number };

/** Everything the emulator knows; plain JSON. */
export type PaymentsState = {
  /** Up to here everything due has happened. */
  now: number;
  ids: number;
  customers: Record<string, Customer>;
  products: Record<string, Product>;
  prices: Record<string, Price>;
  paymentMethods: Record<string, PaymentMethod>;
  cards: Record<string, CardKind>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  pending: PendingLine[];
  sessions: Record<string, CheckoutSession>;
  sold: Record<string, Sold>;
  portalSessions: Record<string, PortalSession>;
  portalConfigurations: Record<string, PortalConfiguration>;
  webhookEndpoints: Record<string, WebhookEndpoint>;
  events: Record<string, PaymentsEvent>;
  deliveries: Delivery[];
  answers: Record<string, { request: string; status: number; body: string; at: number }>;
};

export const emptyState = (now: number): PaymentsState => ({
  now,
  ids: 0,
  customers: {},
  products: {},
  prices: {},
  paymentMethods: {},
  cards: {},
  subscriptions: {},
  invoices: {},
  pending: [],
  sessions: {},
  sold: {},
  portalSessions: {},
  portalConfigurations: {},
  webhookEndpoints: {},
  events: {},
  deliveries: [],
  answers: {},
});
