import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import type { HttpMethod, Json } from '#verifier/plan/plan.ts';
import { isConstant, object, plainTypeOf, resolve, viewOf } from './schema-view.ts';
import type { JsonObject, SchemaView } from './schema-view.ts';
import { NOWHERE, placesOfItems, placesOfObjects, richest } from './places.ts';
import type { Place } from './places.ts';

export { object, plainTypeOf } from './schema-view.ts';
export type { JsonObject, SchemaView } from './schema-view.ts';

/**
 * An operation as the proxy needs it, to match requests and to know which faults are possible. Read from the spec
 * without the planner.
 */
export type ProxyOperation = {
  /** "METHOD /template" as in the spec. */
  key: string;
  method: HttpMethod;
  template: string;
  /** Documented success statuses: "200", "2XX". */
  successes: string[];
  /** The effect of the operation on the resource; `other` if the path does not tell. */
  role: 'create' | 'list' | 'read' | 'update' | 'delete' | 'action' | 'other';
  /** Path template of the object: of the item, also for its actions; of the collection for a list or create. */
  about: string;
  /** `list`: a GET that returns items. `item`: a response with one object. `none`: no JSON body. */
  answers: 'list' | 'item' | 'none';
  /** The place of the item or items in a response. */
  place: Place;
  /** Schema of the item, or of one item of the list. */
  item: SchemaView;
  /** The path of the item's fields in a request body, and their schema. */
  sentAt: string[];
  sent: SchemaView;
  /** Documented query parameters: schemas by name. */
  query: Record<string, JsonObject>;
  /** The spec demands credentials. */
  secured: boolean;
};

const METHODS: HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Raw = Pick<ProxyOperation, 'key' | 'method' | 'template' | 'role' | 'about'> & {
  operation: JsonObject;
  path: JsonObject;
  answer: JsonObject | undefined;
  body: JsonObject | undefined;
};

/** The operations of an OpenAPI document. */
export function proxyOperations(document: JsonObject): ProxyOperation[] {
  const spec = asVersion3(document);
  const raw = rawOperations(spec);
  return raw.map((one) => readOperation(spec, one, raw));
}

/** OpenAPI 2.0 converted to 3.0. Other versions unchanged. */
export function asVersion3(document: JsonObject): JsonObject {
  return document.swagger === undefined ? document : (upgradeFromTwoToThree(structuredClone(document)) as JsonObject);
}

function rawOperations(spec: JsonObject): Raw[] {
  const found = Object.entries(object(spec.paths)).flatMap(([template, path]) =>
    METHODS.flatMap((method) => {
      const operation = object(path)[method.toLowerCase()];
      return operation === undefined ? [] : [{ template, method, path: object(path), operation: object(operation) }];
    }),
  );
  const has = (template: string, method?: HttpMethod) =>
    found.some((one) => one.template === template && (method === undefined || one.method === method));
  const isCollection = (template: string) =>
    found.some((one) => isItem(one.template) && collectionOf(one.template) === template);
  const shownAt = (template: string) => {
    const { operation } = found.find((one) => one.template === template && one.method === 'GET') ?? {};
    const [success] = Object.entries(object(operation?.responses)).filter(([status]) => status.startsWith('2'));
    return JSON.stringify(jsonSchemaOf(spec, success?.[1]));
  };
  // True for a view that shows some items of a collection in the same form, such as /todos/done.
  const isView = (template: string) =>
    !isItem(template) && shownAt(template) !== undefined && shownAt(template) === shownAt(parentOf(template));
  return found.map(({ template, method, path, operation }) => {
    const responses = object(operation.responses);
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    const answer = jsonSchemaOf(spec, responses[success ?? '']);
    const body = jsonSchemaOf(spec, operation.requestBody, /[/+]json\b|x-www-form-urlencoded/);
    const holdsItems = answer !== undefined && placesOfItems(spec, answer).length > 0;
    const role = roleOf();
    const about = role === 'action' ? parentOf(template) : template;
    return { key: `${method} ${template}`, method, template, path, operation, answer, body, role, about };

    function roleOf(): ProxyOperation['role'] {
      const isThing = isItem(template) || (!isCollection(template) && has(template, 'GET') && !has(template, 'POST'));
      if (method === 'GET') {
        if (isItem(template)) return 'read';
        return holdsItems && (isCollection(template) || has(template, 'POST') || isBareList(answer)) ? 'list' : 'read';
      }
      if (method === 'DELETE' && isThing && !isView(template)) return 'delete';
      if (method !== 'POST' && method !== 'DELETE' && isThing) return 'update';
      // An action by PUT or POST is undone by a DELETE at the same path.
      if (isItem(parentOf(template)) && !has(template, 'GET') && !isCollection(template)) return 'action';
      if (method === 'DELETE') return 'other';
      return method === 'POST' && !isItem(template) ? 'create' : 'other';
    }
  });
}

function isBareList(answer: JsonObject | undefined): boolean {
  return answer?.type === 'array';
}

function readOperation(spec: JsonObject, raw: Raw, all: Raw[]): ProxyOperation {
  const { key, method, template, role, about, operation, answer, body } = raw;
  const related = all.filter((other) => collectionOf(other.about) === collectionOf(about));
  const written = namesIn(related.flatMap((other) => placesOfObjects(spec, other.body)));
  const list = role === 'list';
  const place =
    answer === undefined
      ? undefined
      : richest(list ? placesOfItems(spec, answer) : placesOfObjects(spec, answer), written);
  const shown = namesIn(
    related.flatMap((other) =>
      other.answer === undefined ? [] : [...placesOfItems(spec, other.answer), ...placesOfObjects(spec, other.answer)],
    ),
  );
  const sent = richest(placesOfObjects(spec, body), shown);
  const security = operation.security ?? spec.security;
  return {
    key,
    method,
    template,
    successes: Object.keys(object(operation.responses)).filter((status) => status.startsWith('2')),
    role,
    about,
    answers: answer === undefined ? 'none' : list ? 'list' : 'item',
    place: place?.place ?? NOWHERE,
    item: place?.view ?? viewOf(spec, {}),
    sentAt: sent?.place.item ?? [],
    sent: sent?.view ?? viewOf(spec, {}),
    query: queryOf(spec, [raw.path.parameters, operation.parameters]),
    secured:
      Array.isArray(security) &&
      security.length > 0 &&
      security.every((scheme) => Object.keys(object(scheme)).length > 0),
  };
}

/** Names of scalar members. Constants are left out, because they tell nothing about the item. */
function namesIn(places: { view: SchemaView }[]): Set<string> {
  return new Set(
    places.flatMap(({ view }) =>
      Object.entries(view.properties)
        .filter(([, schema]) => plainTypeOf(schema) !== undefined && !isConstant(schema))
        .map(([name]) => name),
    ),
  );
}

function queryOf(spec: JsonObject, lists: (Json | undefined)[]): Record<string, JsonObject> {
  const parameters = lists.flatMap((list) =>
    Array.isArray(list) ? list.map((one) => resolve(spec, object(one))) : [],
  );
  return Object.fromEntries(
    parameters.filter((one) => one.in === 'query').map((one) => [String(one.name), resolve(spec, object(one.schema))]),
  );
}

/** Fields that a write of the same resource accepts and this operation returns, so that a client can compare them. */
export function comparableFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const writable = new Set(
    all
      .filter((other) => other.method !== 'GET' && collectionOf(other.about) === collectionOf(operation.about))
      .flatMap((other) => Object.keys(other.sent.properties)),
  );
  return Object.entries(operation.item.properties)
    .filter(([name, schema]) => writable.has(name) && plainTypeOf(schema) !== undefined && !isConstant(schema))
    .filter(([name]) => !/^id$|Id$|_id$/.test(name))
    .map(([name]) => name);
}

/** Reads that show the operation's object: its own read, and its collection's list. */
export function readsOf(operation: ProxyOperation, all: ProxyOperation[]): ProxyOperation[] {
  return all.filter(
    ({ role, about }) =>
      (role === 'read' &&
        (about === operation.about ||
          (operation.role === 'create' && isItem(about) && collectionOf(about) === operation.about))) ||
      (role === 'list' && about === collectionOf(operation.about)),
  );
}

/** The collection of a template: `/todos` for `/todos` and `/todos/{id}`. */
export function collectionOf(template: string): string {
  return template.replace(/\/\{[^/{}]+\}(?=(\.json)?\/?$)/, '');
}

export function isItem(template: string): boolean {
  return /\/\{[^/{}]+\}(\.json)?\/?$/.test(template);
}

/** The template before the last part: `/todos/{id}` for `/todos/{id}/close` and `/todos/{id}:close`. */
export function parentOf(template: string): string {
  return /\}:[^/{}]+$/.test(template) ? template.replace(/:[^/{}]+$/, '') : template.replace(/\/[^/]*$/, '');
}

/** The operation of a request, and its path parameters. Fixed segments win over parameters. */
export function matchOperation(
  operations: ProxyOperation[],
  method: string,
  path: string,
): { operation: ProxyOperation; params: Record<string, string> } | undefined {
  const isAt = ({ operation }: { operation: ProxyOperation }) => operation.template === path;
  const fitting = operations
    .filter((operation) => operation.method === method)
    .flatMap((operation) => {
      const match = patternOf(operation.template).exec(path);
      return match === null ? [] : [{ operation, values: match.slice(1) }];
    })
    .sort((a, b) => a.values.length - b.values.length || Number(isAt(b)) - Number(isAt(a)))[0];
  if (fitting === undefined) return undefined;
  const names = [...fitting.operation.template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => String(name));
  return {
    operation: fitting.operation,
    params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(fitting.values[index] ?? '')])),
  };
}

const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known !== undefined) return known;
  const literal = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  const made = new RegExp(
    `^${template
      .split(/\{[^{}]+\}/)
      .map(literal)
      .join('([^/:]+)')
      // Accepts a closing slash, since a server may redirect `/api/` to `/api`.
      .replace(/(?<=.)\/$/, '/?')}$`,
  );
  patterns.set(template, made);
  return made;
}

/** The path of the first server URL, with default variables and without a closing slash. */
export function basePathOf(document: JsonObject): string {
  const { servers } = asVersion3(document);
  const server = object(Array.isArray(servers) ? servers[0] : undefined);
  if (typeof server.url !== 'string') return '';
  const url = server.url.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) =>
    String(object(object(server.variables)[name]).default ?? ''),
  );
  return new URL(url, 'http://localhost').pathname.replace(/\/$/, '');
}

function jsonSchemaOf(spec: JsonObject, holder: Json | undefined, types = /[/+]json\b/): JsonObject | undefined {
  const content = object(resolve(spec, object(holder)).content);
  const type = Object.keys(content).find((name) => types.test(name));
  const schema = type === undefined ? undefined : object(content[type]).schema;
  return schema === undefined ? undefined : resolve(spec, object(schema));
}
