import { Ajv, type ValidateFunction } from 'ajv';
import type { Stripe } from 'stripe';
import { decodeForm, type Form } from '../../local/payments/form.ts';
import published from '../payments/stripe-requests.json' with { type: 'json' };

/** Forms carry texts only, so `1` is a number where a number is wanted. */
const ajv = new Ajv({ coerceTypes: true, strict: false, allErrors: true });
const compiled = new Map<string, ValidateFunction>();

/** `POST /v1/invoices/create_preview` comes before `POST /v1/invoices/{invoice}`: names before variables. */
const operations = Object.entries(published.operations)
  .map(([operation, schema]) => ({
    operation,
    schema: schema as object,
    matches: new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => a.operation.split('{').length - b.operation.split('{').length);

const validatorOf = (operation: string, schema: object): ValidateFunction => {
  const made = compiled.get(operation) ?? ajv.compile(schema);
  compiled.set(operation, made);
  return made;
};

/** What is wrong with a request by Stripe's own description of its API, one line each. */
export const requestFaults = (method: string, path: string, body: string): string[] => {
  const [pathname = '', query = ''] = path.split('?');
  const found = operations.find(({ matches }) => matches.test(`${method} ${pathname}`));
  if (!found) return [`${method} ${pathname} is no operation of test/payments/stripe-requests.json`];
  const validate = validatorOf(found.operation, found.schema);
  if (validate(withLists(decodeForm(method === 'POST' ? body : query)))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${found.operation} ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
};

/** An object with the keys 0, 1, … is a list. */
const withLists = (form: string | Form): unknown => {
  if (typeof form === 'string') return form;
  const entries = Object.entries(form).map(([name, value]) => [name, withLists(value)] as const);
  return entries.every(([name], at) => name === String(at)) && entries.length > 0
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
};

/** A network that holds every request against Stripe's description of it, and throws where it is not valid. `onRequest` is told before it goes. */
export const watched = (
  inner: Stripe.HttpClient,
  onRequest: () => void = () => undefined,
): { client: Stripe.HttpClient; requests: string[] } => {
  const requests: string[] = [];
  const send = inner.makeRequest.bind(inner);
  inner.makeRequest = async (host, port, path, method, headers, body, protocol, timeout) => {
    const faults = requestFaults(method, path, body ?? '');
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    if (method !== 'GET' && !names.includes('idempotency-key')) faults.push(`${method} ${path} has no idempotency key`);
    // Not an error of the network: the package would try again and call it a connection that was lost.
    if (faults.length > 0) throw Object.assign(new Error(faults.join('\n')), { name: 'InvalidRequest' });
    requests.push(`${method} ${path.split('?')[0]}`);
    onRequest();
    return send(host, port, path, method, headers, body, protocol, timeout);
  };
  return { client: inner, requests };
};
