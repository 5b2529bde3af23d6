import { invalid } from './api-error.ts';
import type { Parameters } from './form.ts';
import type { Ledger } from './ledger.ts';
import type { CardKind, Customer, PaymentMethod } from './objects.ts';

/** POST /v1/customers */
export const createCustomer = (ledger: Ledger, parameters: Parameters): Customer => {
  const customer: Customer = {
    ...ledger.begin('cus', 'customer'),
    email: parameters.text('email') ?? null,
    name: parameters.text('name') ?? null,
    metadata: parameters.pairs('metadata'),
    balance: 0,
    invoice_settings: { default_payment_method: null, custom_fields: null, footer: null, rendering_options: null },
  };
  ledger.state.customers[customer.id] = customer;
  const given = parameters.text('payment_method');
  if (given !== undefined) attach(ledger, given, customer.id);
  readDefault(ledger, customer, parameters);
  ledger.emit('customer.created', customer);
  return customer;
};

/** POST /v1/customers/{id} */
export const updateCustomer = (ledger: Ledger, id: string, parameters: Parameters): Customer => {
  const customer = ledger.find(ledger.state.customers, id, 'customer');
  customer.email = parameters.text('email') ?? customer.email;
  customer.name = parameters.text('name') ?? customer.name;
  Object.assign(customer.metadata, parameters.pairs('metadata'));
  readDefault(ledger, customer, parameters);
  ledger.emit('customer.updated', customer);
  return customer;
};

const readDefault = (ledger: Ledger, customer: Customer, parameters: Parameters): void => {
  const id = parameters.inside('invoice_settings').text('default_payment_method');
  if (id === undefined) return;
  const method = Object.hasOwn(testCards, id) ? attach(ledger, id, customer.id) : ledger.state.paymentMethods[id];
  if (method?.customer !== customer.id)
    throw invalid(
      'The customer does not have a payment method with the ID ' + id,
      'invoice_settings[default_payment_method]',
    );
  customer.invoice_settings.default_payment_method = method.id;
};

/** Stripe's test cards that we know, by the names it gives them. */
const testCards: Record<string, CardKind> = { pm_card_visa: 'PAYS', pm_card_chargeCustomerFail: 'FAILS' };
const lastDigits: Record<CardKind, string> = { PAYS: '4242', FAILS: '0341', FAILS_LATER: '0341' };

/** A card of the customer. */
export const addCard = (ledger: Ledger, customer: string | null, kind: CardKind): PaymentMethod => {
  const method: PaymentMethod = {
    ...ledger.begin('pm', 'payment_method'),
    type: 'card',
    customer,
    metadata: {},
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: { brand: 'visa', last4: lastDigits[kind], exp_month: 12, exp_year: 2040, funding: 'credit', country: 'US' },
  };
  ledger.state.paymentMethods[method.id] = method;
  ledger.state.cards[method.id] = kind;
  return method;
};

/** POST /v1/payment_methods: a card by one of Stripe's test tokens. */
export const createPaymentMethod = (ledger: Ledger, parameters: Parameters): PaymentMethod => {
  if (parameters.neededText('type') !== 'card') throw invalid('The emulator knows cards only.', 'type');
  const token = parameters.inside('card').neededText('token');
  const kinds: Record<string, CardKind> = { tok_visa: 'PAYS', tok_chargeCustomerFail: 'FAILS' };
  const kind = kinds[token];
  if (kind === undefined) throw invalid(`No such token: '${token}'`, 'card[token]', 'resource_missing');
  return addCard(ledger, null, kind);
};

/** POST /v1/payment_methods/{id}/attach */
export const attachPaymentMethod = (ledger: Ledger, id: string, parameters: Parameters): PaymentMethod =>
  attach(ledger, id, parameters.neededText('customer'));

const attach = (ledger: Ledger, id: string, customer: string): PaymentMethod => {
  ledger.find(ledger.state.customers, customer, 'customer', 'customer');
  const kind = testCards[id];
  if (kind !== undefined) return addCard(ledger, customer, kind);
  const method = ledger.find(ledger.state.paymentMethods, id, 'PaymentMethod', 'payment_method');
  method.customer = customer;
  return method;
};

/** What a customer does on the page of the portal: from now on this card pays for everything. */
export const replaceCard = (ledger: Ledger, customerId: string, kind: CardKind): void => {
  const customer = ledger.find(ledger.state.customers, customerId, 'customer');
  const { id } = addCard(ledger, customerId, kind);
  customer.invoice_settings.default_payment_method = id;
  for (const subscription of ledger.ownedBy(customerId).subscriptions) subscription.default_payment_method = null;
  ledger.emit('customer.updated', customer);
};
