import {
  createPortalConfiguration,
  createPortalSession,
  createPrice,
  createProduct,
  createWebhookEndpoint,
  updatePortalConfiguration,
  updatePrice,
  updateProduct,
  updateWebhookEndpoint,
} from './catalogue.ts';
import { closeSession, createSession, findSession } from './checkout.ts';
import { attachPaymentMethod, createCustomer, createPaymentMethod, updateCustomer } from './customers.ts';
import type { Parameters } from './form.ts';
import { payInvoice, voidInvoice } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { page } from './lists.ts';
import { createPreview } from './preview.ts';
import { cancelSubscription, createSubscription, updateSubscription } from './subscriptions.ts';

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** Every other parameter is refused. */
  known: ReadonlySet<string>;
  answer: (ledger: Ledger, parameters: Parameters, id: string) => object;
};

const route = (at: string, known: string, answer: Route['answer']): Route => {
  const [method, path = ''] = at.split(' ');
  return {
    method: method as Route['method'],
    path: new RegExp(`^${path.replace('{id}', '([\\w-]+)')}$`),
    known: new Set(['expand[]', ...known.split(' ')]),
    answer,
  };
};

const everybodys = ({ state }: Ledger) => ({
  subscriptions: Object.values(state.subscriptions),
  invoices: Object.values(state.invoices),
});

const paging = 'limit starting_after';
const change = 'items[][id] items[][price] items[][quantity] proration_behavior proration_date';
const features = `features[customer_update][enabled] features[customer_update][allowed_updates][]
  features[invoice_history][enabled] features[payment_method_update][enabled] features[subscription_cancel][enabled]
  features[subscription_cancel][mode] features[subscription_update][enabled]`.replaceAll(/\s+/g, ' ');

/** The part of Stripe's API that our adapter, `scripts/setup-stripe` and the fixtures of Stripe's own CLI call. */
export const routes: readonly Route[] = [
  route(
    'POST /v1/customers',
    'email name metadata[] payment_method invoice_settings[default_payment_method]',
    createCustomer,
  ),
  route('GET /v1/customers/{id}', '', ({ state, find }, _, id) => find(state.customers, id, 'customer')),
  route(
    'POST /v1/customers/{id}',
    'email name metadata[] invoice_settings[default_payment_method]',
    (ledger, given, id) => updateCustomer(ledger, id, given),
  ),

  route('POST /v1/products', 'id name metadata[]', createProduct),
  route('GET /v1/products/{id}', '', ({ state, find }, _, id) => find(state.products, id, 'product')),
  route('POST /v1/products/{id}', 'name active metadata[]', (ledger, given, id) => updateProduct(ledger, id, given)),
  route(
    'POST /v1/prices',
    'product currency unit_amount lookup_key transfer_lookup_key metadata[] tax_behavior recurring[interval]',
    createPrice,
  ),
  route('GET /v1/prices', `lookup_keys[] active product ${paging}`, ({ state }, given) => {
    const [keys, active, product] = [given.texts('lookup_keys'), given.flag('active'), given.text('product')];
    return page(
      Object.values(state.prices),
      '/v1/prices',
      given,
      (price) =>
        (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product),
    );
  }),
  route('GET /v1/prices/{id}', '', ({ state, find }, _, id) => find(state.prices, id, 'price')),
  route('POST /v1/prices/{id}', 'active metadata[]', (ledger, given, id) => updatePrice(ledger, id, given)),

  route(
    'POST /v1/checkout/sessions',
    `mode customer client_reference_id metadata[] line_items[][price] line_items[][quantity] expires_at success_url cancel_url
     subscription_data[metadata][] subscription_data[billing_mode][type] automatic_tax[enabled] tax_id_collection[enabled]
     customer_update[address] customer_update[name] customer_update[shipping]`.replaceAll(/\s+/g, ' '),
    createSession,
  ),
  route('GET /v1/checkout/sessions/{id}', '', (ledger, _, id) => findSession(ledger, id)),
  route('POST /v1/checkout/sessions/{id}/expire', '', (ledger, _, id) => closeSession(ledger, id)),

  route('POST /v1/billing_portal/sessions', 'customer configuration return_url', createPortalSession),
  route(
    'POST /v1/billing_portal/configurations',
    `metadata[] default_return_url business_profile[headline] ${features}`,
    createPortalConfiguration,
  ),
  route('GET /v1/billing_portal/configurations', `active is_default ${paging}`, ({ state }, given) => {
    const [active, isDefault] = [given.flag('active'), given.flag('is_default')];
    return page(
      Object.values(state.portalConfigurations),
      '/v1/billing_portal/configurations',
      given,
      (each) => (active === undefined || each.active === active) && (isDefault ?? each.is_default) === each.is_default,
    );
  }),
  route('POST /v1/billing_portal/configurations/{id}', `active metadata[] ${features}`, (ledger, given, id) =>
    updatePortalConfiguration(ledger, id, given),
  ),

  route(
    'POST /v1/subscriptions',
    'customer items[][price] items[][quantity] payment_behavior metadata[] billing_mode[type] default_payment_method',
    createSubscription,
  ),
  route('GET /v1/subscriptions', `customer price status ${paging}`, (ledger, given) => {
    const [customer, price, status] = [given.text('customer'), given.text('price'), given.text('status')];
    const { subscriptions } = customer === undefined ? everybodys(ledger) : ledger.ownedBy(customer);
    return page(subscriptions, '/v1/subscriptions', given, (each) => {
      const isStatus = status === undefined ? each.status !== 'canceled' : status === 'all' || each.status === status;
      return isStatus && (price === undefined || each.items.data.some((item) => item.price.id === price));
    });
  }),
  route('GET /v1/subscriptions/{id}', '', ({ state, find }, _, id) => find(state.subscriptions, id, 'subscription')),
  route(
    'POST /v1/subscriptions/{id}',
    `${change} payment_behavior cancel_at_period_end metadata[] default_payment_method`,
    (ledger, given, id) => updateSubscription(ledger, id, given),
  ),
  route('DELETE /v1/subscriptions/{id}', '', (ledger, _, id) => cancelSubscription(ledger, id)),

  route('GET /v1/invoices', `customer subscription status ${paging}`, (ledger, given) => {
    const [subscription, status] = [given.text('subscription'), given.text('status')];
    const customer = given.text('customer') ?? ledger.state.subscriptions[subscription ?? '']?.customer;
    const { invoices } = customer === undefined ? everybodys(ledger) : ledger.ownedBy(customer);
    return page(
      invoices,
      '/v1/invoices',
      given,
      (each) =>
        (subscription === undefined || each.parent.subscription_details.subscription === subscription) &&
        (status === undefined || each.status === status),
    );
  }),
  route(
    'POST /v1/invoices/create_preview',
    `subscription ${change.replaceAll(/([a-z_]+)(\S*)/g, 'subscription_details[$1]$2')}`,
    createPreview,
  ),
  route('GET /v1/invoices/{id}', '', ({ state, find }, _, id) => find(state.invoices, id, 'invoice')),
  route('POST /v1/invoices/{id}/pay', '', (ledger, _, id) => payInvoice(ledger, id)),
  route('POST /v1/invoices/{id}/void', '', (ledger, _, id) => voidInvoice(ledger, id)),

  route('POST /v1/payment_methods', 'type card[token] metadata[]', createPaymentMethod),
  route('POST /v1/payment_methods/{id}/attach', 'customer', (ledger, given, id) =>
    attachPaymentMethod(ledger, id, given),
  ),

  route('GET /v1/events', `type created[gt] created[gte] ${paging}`, ({ state }, given) => {
    const type = given.text('type');
    const [after, from] = [given.inside('created').integer('gt'), given.inside('created').integer('gte')];
    return page(
      Object.values(state.events),
      '/v1/events',
      given,
      (event) =>
        (type === undefined || event.type === type) && event.created > (after ?? -1) && event.created >= (from ?? 0),
    );
  }),

  route('POST /v1/webhook_endpoints', 'url enabled_events[] api_version metadata[] description', createWebhookEndpoint),
  route('GET /v1/webhook_endpoints', paging, ({ state }, given) =>
    page(Object.values(state.webhookEndpoints), '/v1/webhook_endpoints', given, () => true),
  ),
  route('POST /v1/webhook_endpoints/{id}', 'url enabled_events[] metadata[]', (ledger, given, id) =>
    updateWebhookEndpoint(ledger, id, given),
  ),
];
