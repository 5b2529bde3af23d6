/**
 * Writes test/payments/stripe-requests.json from Stripe's published OpenAPI document: what each operation that we call takes. The document
 * lies in a Go module that Stripe publishes; move its version only together with the package `stripe` (decision record 11).
 *
 *   go mod download -json github.com/stripe/stripe-mock@v0.203.0     shows its folder (Dir)
 *   node scripts/slice-stripe-spec.ts DIR/embedded/openapi/spec3.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Schema = { [name: string]: unknown };
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type SpecOperation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Spec = { info: { version: string }; paths: Record<string, Record<string, SpecOperation>> };

const operations = [
  'POST /v1/customers',
  'GET /v1/products/{id}',
  'POST /v1/products',
  'POST /v1/products/{id}',
  'GET /v1/prices',
  'POST /v1/prices',
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{session}',
  'POST /v1/checkout/sessions/{session}/expire',
  'POST /v1/billing_portal/sessions',
  'GET /v1/billing_portal/configurations',
  'POST /v1/billing_portal/configurations',
  'POST /v1/billing_portal/configurations/{configuration}',
  'POST /v1/subscriptions',
  'GET /v1/subscriptions',
  'GET /v1/subscriptions/{subscription_exposed_id}',
  'POST /v1/subscriptions/{subscription_exposed_id}',
  'DELETE /v1/subscriptions/{subscription_exposed_id}',
  'GET /v1/invoices',
  'POST /v1/invoices/create_preview',
  'POST /v1/invoices/{invoice}/pay',
  'POST /v1/invoices/{invoice}/void',
  'GET /v1/events',
  'POST /v1/customers/{customer}',
  'GET /v1/customers/{customer}',
  'GET /v1/webhook_endpoints',
  'POST /v1/webhook_endpoints',
  'POST /v1/webhook_endpoints/{webhook_endpoint}',
];

const notice =
  'Cut from the OpenAPI document of github.com/stripe/openapi by scripts/slice-stripe-spec.ts. Copyright (c) Stripe, MIT License.';

/** Only what a validator needs: no prose, and no object takes what it does not name. */
const bare = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => !isProse(name, value));
  const copy: Schema = Object.fromEntries(kept.map(([name, value]) => [name, bareMember(name, value)]));
  if (copy['type'] === 'object' && copy['properties'] && copy['additionalProperties'] === undefined)
    copy['additionalProperties'] = false;
  return copy;
};

/** `properties` holds names of the API, which may be called `description` too. */
const bareMember = (name: string, value: unknown): unknown =>
  name === 'properties'
    ? Object.fromEntries(Object.entries(value as Schema).map(([each, inner]) => [each, bare(inner)]))
    : bare(value);

const isProse = (name: string, value: unknown): boolean =>
  (name === 'description' && typeof value === 'string') ||
  name === 'title' ||
  name.startsWith('x-') ||
  name === 'format';

const schemaOf = ({ parameters = [], requestBody }: SpecOperation, method: string): unknown => {
  if (method === 'POST') return bare(requestBody?.content['application/x-www-form-urlencoded']?.schema ?? emptyObject);
  // What a DELETE takes travels in the query, though the document calls it a body.
  const body = requestBody?.content['application/x-www-form-urlencoded']?.schema;
  const query = parameters.filter((each) => each.in === 'query');
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
  const inBody = (body?.['properties'] ?? {}) as Schema;
  return bare({ type: 'object', properties: { ...properties, ...inBody }, additionalProperties: false });
};

const emptyObject = { type: 'object', properties: {}, additionalProperties: false };

const [file] = process.argv.slice(2);
if (!file) throw new Error('Name the file spec3.json (see the head of this script).');
const spec = JSON.parse(readFileSync(file, 'utf8')) as Spec;
const sliced = operations.map((operation) => {
  const [method = '', path = ''] = operation.split(' ');
  const found = spec.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`The document has no ${operation}.`);
  return [operation, schemaOf(found, method)] as const;
});
const out = join(import.meta.dirname, '../test/payments/stripe-requests.json');
const document = { notice, version: spec.info.version, operations: Object.fromEntries(sliced) };
writeFileSync(out, `${JSON.stringify(document)}\n`);
console.log(`${out}: ${sliced.length} operations of ${spec.info.version}`);
