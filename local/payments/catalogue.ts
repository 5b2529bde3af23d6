import { invalid } from './api-error.ts';
import type { Parameters } from './form.ts';
import { apiVersion, type Ledger } from './ledger.ts';
import type { PortalConfiguration, PortalSession, Price, Product, WebhookEndpoint } from './objects.ts';

/** POST /v1/products */
export const createProduct = (ledger: Ledger, parameters: Parameters): Product => {
  const begun = ledger.begin('prod', 'product');
  const id = parameters.text('id') ?? begun.id;
  if (ledger.state.products[id]) throw invalid('Product already exists.', 'id', 'resource_already_exists');
  const product: Product = {
    ...begun,
    id,
    name: parameters.neededText('name'),
    active: true,
    metadata: parameters.pairs('metadata'),
    updated: ledger.now,
    images: [],
    marketing_features: [],
  };
  ledger.state.products[id] = product;
  return product;
};

/** POST /v1/products/{id} */
export const updateProduct = (ledger: Ledger, id: string, parameters: Parameters): Product => {
  const product = ledger.find(ledger.state.products, id, 'product');
  product.name = parameters.text('name') ?? product.name;
  product.active = parameters.flag('active') ?? product.active;
  Object.assign(product.metadata, parameters.pairs('metadata'));
  product.updated = ledger.now;
  return product;
};

/** POST /v1/prices: so much a month for each unit. */
export const createPrice = (ledger: Ledger, parameters: Parameters): Price => {
  const product = parameters.neededText('product');
  ledger.find(ledger.state.products, product, 'product', 'product');
  const recurring = parameters.inside('recurring');
  if (recurring.neededText('interval') !== 'month')
    throw invalid('The emulator bills by the month.', 'recurring[interval]');
  const lookupKey = parameters.text('lookup_key') ?? null;
  const other = Object.values(ledger.state.prices).find(({ lookup_key }) => lookup_key === lookupKey);
  if (lookupKey !== null && other) {
    if (!parameters.flag('transfer_lookup_key'))
      throw invalid(`A price (\`${other.id}\`) already uses that lookup key.`, 'lookup_key');
    other.lookup_key = null;
  } else parameters.flag('transfer_lookup_key');
  const unitAmount = parameters.integer('unit_amount');
  if (unitAmount === undefined)
    throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing');
  const price: Price = {
    ...ledger.begin('price', 'price'),
    product,
    active: true,
    currency: parameters.neededText('currency'),
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
    lookup_key: lookupKey,
    metadata: parameters.pairs('metadata'),
    type: 'recurring',
    billing_scheme: 'per_unit',
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null, trial_period_days: null },
    tax_behavior: parameters.choice('tax_behavior', ['unspecified', 'exclusive', 'inclusive']) ?? 'unspecified',
  };
  ledger.state.prices[price.id] = price;
  return price;
};

/** POST /v1/prices/{id} */
export const updatePrice = (ledger: Ledger, id: string, parameters: Parameters): Price => {
  const price = ledger.find(ledger.state.prices, id, 'price');
  price.active = parameters.flag('active') ?? price.active;
  Object.assign(price.metadata, parameters.pairs('metadata'));
  return price;
};

/** Reads what a portal may do, and keeps it as it was sent. */
const featuresIn = (parameters: Parameters) => {
  const features = parameters.inside('features');
  const customer = features.inside('customer_update');
  const cancel = features.inside('subscription_cancel');
  return {
    customer_update: { enabled: customer.flag('enabled') ?? false, allowed_updates: customer.texts('allowed_updates') },
    invoice_history: { enabled: features.inside('invoice_history').flag('enabled') ?? false },
    payment_method_update: {
      enabled: features.inside('payment_method_update').flag('enabled') ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      enabled: cancel.flag('enabled') ?? false,
      mode: cancel.choice('mode', ['at_period_end', 'immediately']) ?? 'at_period_end',
      proration_behavior: 'none',
      cancellation_reason: { enabled: false, options: [] },
    },
    subscription_update: {
      enabled: features.inside('subscription_update').flag('enabled') ?? false,
      default_allowed_updates: [],
      proration_behavior: 'none',
      products: null,
      schedule_at_period_end: { conditions: [] },
      billing_cycle_anchor: null,
      trial_update_behavior: 'end_trial',
    },
  };
};

/** POST /v1/billing_portal/configurations */
export const createPortalConfiguration = (ledger: Ledger, parameters: Parameters): PortalConfiguration => {
  const configuration: PortalConfiguration = {
    ...ledger.begin('bpc', 'billing_portal.configuration'),
    active: true,
    is_default: Object.keys(ledger.state.portalConfigurations).length === 0,
    updated: ledger.now,
    metadata: parameters.pairs('metadata'),
    default_return_url: parameters.text('default_return_url') ?? null,
    business_profile: {
      headline: parameters.inside('business_profile').text('headline') ?? null,
      privacy_policy_url: null,
      terms_of_service_url: null,
    },
    login_page: { enabled: false, url: null },
    features: featuresIn(parameters),
  };
  ledger.state.portalConfigurations[configuration.id] = configuration;
  return configuration;
};

/** POST /v1/billing_portal/configurations/{id} */
export const updatePortalConfiguration = (ledger: Ledger, id: string, parameters: Parameters): PortalConfiguration => {
  const configuration = ledger.find(ledger.state.portalConfigurations, id, 'configuration');
  configuration.active = parameters.flag('active') ?? configuration.active;
  if (parameters.has('features')) configuration.features = featuresIn(parameters);
  Object.assign(configuration.metadata, parameters.pairs('metadata'));
  configuration.updated = ledger.now;
  return configuration;
};

/** POST /v1/billing_portal/sessions */
export const createPortalSession = (ledger: Ledger, parameters: Parameters): PortalSession => {
  const customer = parameters.neededText('customer');
  ledger.find(ledger.state.customers, customer, 'customer', 'customer');
  const configuration = parameters.neededText('configuration');
  ledger.find(ledger.state.portalConfigurations, configuration, 'configuration', 'configuration');
  const begun = ledger.begin('bps', 'billing_portal.session');
  const session: PortalSession = {
    ...begun,
    customer,
    configuration,
    return_url: parameters.text('return_url') ?? null,
    url: `${ledger.origin()}/local/portal/${begun.id}`,
    flow: null,
    locale: null,
    on_behalf_of: null,
  };
  ledger.state.portalSessions[session.id] = session;
  return session;
};

/** POST /v1/webhook_endpoints; the secret is shown this once. */
export const createWebhookEndpoint = (ledger: Ledger, parameters: Parameters): WebhookEndpoint & { secret: string } => {
  const endpoint: WebhookEndpoint = {
    ...ledger.begin('we', 'webhook_endpoint'),
    url: parameters.neededText('url'),
    enabled_events: parameters.texts('enabled_events'),
    api_version: parameters.text('api_version') ?? null,
    status: 'enabled',
    metadata: parameters.pairs('metadata'),
    description: parameters.text('description') ?? null,
    application: null,
  };
  if (endpoint.api_version !== null && endpoint.api_version !== apiVersion)
    throw invalid(`Invalid API version: ${endpoint.api_version}`, 'api_version');
  ledger.state.webhookEndpoints[endpoint.id] = endpoint;
  return { ...endpoint, secret: `whsec_${endpoint.id}` };
};

/** POST /v1/webhook_endpoints/{id} */
export const updateWebhookEndpoint = (ledger: Ledger, id: string, parameters: Parameters): WebhookEndpoint => {
  const endpoint = ledger.find(ledger.state.webhookEndpoints, id, 'webhook_endpoint');
  endpoint.url = parameters.text('url') ?? endpoint.url;
  if (parameters.has('enabled_events')) endpoint.enabled_events = parameters.texts('enabled_events');
  Object.assign(endpoint.metadata, parameters.pairs('metadata'));
  return endpoint;
};
