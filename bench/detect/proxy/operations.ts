import type { HttpMethod, Json } from '#verifier/plan/plan.ts';

export type JsonObject = { [key: string]: Json };

/** An operation as the proxy sees it: enough to map requests to it and to know which faults fit. */
export type ProxyOperation = {
  /** "METHOD /template" as written in the spec. */
  key: string;
  method: HttpMethod;
  template: string;
  /** Documented success statuses as written: "200", "2XX". */
  successes: string[];
  /** `list`: a GET whose answer holds items; `item`: an answer that is one object. `none`: no JSON body. */
  answers: 'list' | 'item' | 'none';
  /** Schema of the answered item (of one item of the list). */
  item: SchemaView;
  sent: SchemaView;
  /** The spec asks for an identity here. */
  secured: boolean;
};

/** What the proxy needs from an object schema: its properties, references resolved. */
export type SchemaView = { properties: Record<string, JsonObject>; required: string[]; closed: boolean };

const METHODS: HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const NO_SCHEMA: SchemaView = { properties: {}, required: [], closed: false };

/** Every operation of an OpenAPI 3 document. */
export function proxyOperations(spec: JsonObject): ProxyOperation[] {
  const operations: ProxyOperation[] = [];
  for (const [template, path] of Object.entries(object(spec.paths)))
    for (const method of METHODS) {
      const found = object(path)[method.toLowerCase()];
      if (found !== undefined) operations.push(readOperation(spec, method, template, object(found)));
    }
  return operations;
}

function readOperation(spec: JsonObject, method: HttpMethod, template: string, raw: JsonObject): ProxyOperation {
  const responses = object(raw.responses);
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
  const answer = jsonSchemaOf(spec, responses[successes[0] ?? '']);
  const list = answer === undefined ? undefined : listItems(spec, answer);
  const security = raw.security ?? spec.security;
  return {
    key: `${method} ${template}`,
    method,
    template,
    successes,
    answers: answer === undefined ? 'none' : method === 'GET' && list !== undefined ? 'list' : 'item',
    item: answer === undefined ? NO_SCHEMA : viewOf(spec, method === 'GET' && list !== undefined ? list : answer),
    sent: viewOf(spec, jsonSchemaOf(spec, raw.requestBody) ?? {}),
    secured: Array.isArray(security) && security.some((scheme) => Object.keys(object(scheme)).length > 0),
  };
}

/** Fields that a write of the same resource accepts and this operation answers with: the ones a client can compare. */
export function comparableFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const collection = collectionOf(operation.template);
  const writable = new Set(
    all
      .filter((other) => other.method !== 'GET' && collectionOf(other.template) === collection)
      .flatMap((other) => Object.keys(other.sent.properties)),
  );
  return Object.entries(operation.item.properties)
    .filter(([name, schema]) => writable.has(name) && plainTypeOf(schema) !== undefined && !/^id$|Id$|_id$/.test(name))
    .map(([name]) => name);
}

/** The item operation beside a collection's: `DELETE /todos/{id}` for `/todos`. */
export function itemOperation(
  collection: string,
  method: HttpMethod,
  all: ProxyOperation[],
): ProxyOperation | undefined {
  return all.find(
    (other) =>
      other.method === method &&
      other.template !== collection &&
      other.template.endsWith('}') &&
      collectionOf(other.template) === collection,
  );
}

/** `/todos` for `/todos` and for `/todos/{id}`. */
export function collectionOf(template: string): string {
  return template.replace(/\/\{[^/]+\}$/, '');
}

/** The documented operation of a request and its path parameters; literal segments win over parameters. */
export function matchOperation(
  operations: ProxyOperation[],
  method: string,
  path: string,
): { operation: ProxyOperation; params: Record<string, string> } | undefined {
  const segments = path.split('/');
  const fitting = operations.filter((operation) => {
    const parts = operation.template.split('/');
    return (
      operation.method === method &&
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''))
    );
  });
  const operation = fitting.sort((a, b) => a.template.split('{').length - b.template.split('{').length)[0];
  if (operation === undefined) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of operation.template.split('/').entries())
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(segments[index] ?? '');
  return { operation, params };
}

/** Path part of the first server's URL, without a closing slash. */
export function basePathOf(spec: JsonObject): string {
  const url = object(Array.isArray(spec.servers) ? (spec.servers[0] ?? {}) : {}).url;
  return typeof url === 'string' ? new URL(url, 'http://localhost').pathname.replace(/\/$/, '') : '';
}

export function object(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function jsonSchemaOf(spec: JsonObject, holder: Json | undefined): JsonObject | undefined {
  const content = object(resolve(spec, object(holder)).content);
  const type = Object.keys(content).find((name) => /[/+]json\b/.test(name));
  const schema = type === undefined ? undefined : object(content[type]).schema;
  return schema === undefined ? undefined : resolve(spec, object(schema));
}

/** The item schema of a bare array, or of the first array of objects in a wrapper. */
function listItems(spec: JsonObject, schema: JsonObject): JsonObject | undefined {
  if (schema.type === 'array') return resolve(spec, object(schema.items));
  for (const property of Object.values(viewOf(spec, schema).properties)) {
    const items = property.type === 'array' ? resolve(spec, object(property.items)) : undefined;
    if (items !== undefined && Object.keys(viewOf(spec, items).properties).length > 0) return items;
  }
  return undefined;
}

function viewOf(spec: JsonObject, schema: JsonObject): SchemaView {
  const view: SchemaView = { properties: {}, required: [], closed: false };
  const parts = [
    schema,
    ...(Array.isArray(schema.allOf) ? schema.allOf.map((part) => resolve(spec, object(part))) : []),
  ];
  for (const part of parts) {
    for (const [name, property] of Object.entries(object(part.properties)))
      view.properties[name] = resolve(spec, object(property));
    if (Array.isArray(part.required)) view.required.push(...part.required.filter((name) => typeof name === 'string'));
    view.closed ||= part.additionalProperties === false;
  }
  return view;
}

function resolve(spec: JsonObject, value: JsonObject): JsonObject {
  let current = value;
  for (let depth = 0; typeof current.$ref === 'string' && depth < 16; depth += 1) {
    let target: Json | undefined = spec;
    for (const segment of current.$ref.replace('#/', '').split('/')) target = object(target)[segment];
    current = object(target);
  }
  return current;
}

/** A single value, perhaps null: `string`, `["string", "null"]`, or `anyOf` of one of them and null. */
export function plainTypeOf(schema: JsonObject | undefined): string | undefined {
  const branches = Array.isArray(schema?.anyOf) ? schema.anyOf.map(object) : [schema ?? {}];
  const types = branches.flatMap(({ type }) => (Array.isArray(type) ? type : [type ?? 'any']));
  const [only, ...others] = types.filter((type) => type !== 'null');
  return typeof only === 'string' && others.length === 0 && /^(string|number|integer|boolean)$/.test(only)
    ? only
    : undefined;
}
