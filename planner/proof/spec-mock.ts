import type { Json, PersonaBinding } from '#verifier/plan/plan.ts';
import type { Send, WireRequest, WireResponse } from '#verifier/transport/send.ts';

import type { Planning } from '../journeys/planning.ts';
import { actionsOf } from '../journeys/refused-step.ts';
import { type Action, limitCovers } from '../personas/stated-limit.ts';
import { pagingOf } from '../resources/paging-of.ts';
import { paramsOf } from '../resources/path-template.ts';
import { itemIn, successBody, successResponses } from '../resources/response-shape.ts';
import type { Resource } from '../resources/resource-graph.ts';
import { isObject, type JsonObject } from '../spec/json-object.ts';
import type { Operation } from '../spec/spec-model.ts';
import { fits } from '../values/fits.ts';
import { corruptWrite, type Mutant } from './mutant.ts';
import { newId, renderResponse } from './render-response.ts';

/** An item as the mock holds it. */
export type StoredItem = { id: Json; owner: string | null; fields: JsonObject; first: JsonObject };

type Role = { resource: Resource; action: Action };
type Route = { operation: Operation; pattern: RegExp; names: string[]; literals: number; role: Role | undefined };
type Call = {
  route: Route;
  operation: Operation;
  path: Record<string, string>;
  query: URLSearchParams;
  body: Json | undefined;
  identity: string | null;
};

const HEADERS = { 'content-type': 'application/json' };

function answer(status: number, body?: Json): WireResponse {
  return body === undefined
    ? { status, headers: {}, body: '' }
    : { status, headers: { ...HEADERS }, body: JSON.stringify(body) };
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The routes of a spec, most literal first; made once for all mutants. */
export function routesOf({ model, graph }: Planning): Route[] {
  const roles = new Map<Operation, Role>();
  for (const resource of graph.resources)
    for (const { action, operation } of actionsOf(resource)) roles.set(operation, { resource, action });
  return model.operations
    .map((operation) => {
      const pattern = operation.path
        .split(/\{[^}]*\}/)
        .map(escape)
        .join('([^/]+)');
      return {
        operation,
        pattern: new RegExp(`^${pattern}$`),
        names: paramsOf(operation.path),
        literals: operation.path.replaceAll(/\{[^}]*\}/g, '').length,
        role: roles.get(operation),
      };
    })
    .sort((left, right) => right.literals - left.literals);
}

/** The identity that a persona has against the mock. */
export function proofToken(persona: PersonaBinding): string {
  return `proof-${Buffer.from(persona.name).toString('hex')}`;
}

/**
 * A stateful server in memory, derived from the spec, the resource graph and the personas' stated limits alone (planner and verifier §4.5).
 * Knows create, read, list, update, patch and delete, 404 for the unknown, 401 without an identity where security is declared, and who owns what.
 * With a mutant it has that one fault.
 */
export class SpecMock {
  readonly #planning: Planning;
  readonly #routes: Route[];
  readonly #mutant: Mutant | undefined;
  readonly #collections = new Map<string, StoredItem[]>();
  #serial = 1000;

  constructor(planning: Planning, routes: Route[], mutant?: Mutant) {
    this.#planning = planning;
    this.#routes = routes;
    this.#mutant = mutant;
  }

  readonly send: Send = async (request) => this.#handle(request);

  #handle(request: WireRequest): WireResponse {
    const url = new URL(request.url);
    const { basePath } = this.#planning.model;
    const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : url.pathname;
    const matching = this.#routes.filter(({ pattern }) => pattern.test(path));
    const [best] = matching;
    if (!best || this.#has('route-removed', matching)) return answer(404, { error: 'no such route' });
    const route = matching.find(
      ({ operation, pattern }) => operation.method === request.method && pattern.source === best.pattern.source,
    );
    if (!route || this.#has('method-removed', [route])) return answer(405, { error: 'method not allowed' });
    const values = route.pattern.exec(path)?.slice(1) ?? [];
    const call: Call = {
      route,
      operation: route.operation,
      path: Object.fromEntries(route.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
      query: url.searchParams,
      body: request.body === undefined ? undefined : (JSON.parse(request.body) as Json),
      identity: this.#identityOf(request),
    };
    const refused = this.#refusal(call);
    const response = refused ?? this.#serve(call);
    return refused ? response : this.#falsify(route.operation, response);
  }

  #has(operator: Mutant['operator'], routes: Route[]): boolean {
    return this.#mutant?.operator === operator && routes.some(({ operation }) => operation === this.#mutant?.operation);
  }

  #falsify(operation: Operation, response: WireResponse): WireResponse {
    const mutant = this.#mutant;
    if (mutant?.operation !== operation || response.status >= 300) return response;
    if (mutant.operator === 'wrong-status') return { ...response, status: operation.responses['299'] ? 298 : 299 };
    if (!mutant.rewrite || response.body === '') return response;
    return { ...response, body: JSON.stringify(mutant.rewrite(JSON.parse(response.body) as Json)) };
  }

  #identityOf({ headers }: WireRequest): string | null {
    const sent = headers['authorization'];
    return this.#planning.roles.bindings.find((persona) => sent === `Bearer ${proofToken(persona)}`)?.name ?? null;
  }

  /** 401, 403 and 404 before anything is done. */
  #refusal(call: Call): WireResponse | undefined {
    const { operation, identity, route } = call;
    const { roles } = this.#planning;
    const open = this.#has('authentication-ignored', [route]);
    if (operation.secured && identity === null && roles.actor && !open) return this.#deny(operation, [401, 403, 404]);
    const allowed = this.#has('other-user-allowed', [route]);
    const limited = roles.limited.find(({ persona }) => persona.name === identity);
    const { role } = route;
    const nouns = this.#planning.graph.resources.map(({ noun }) => noun);
    const limits = role
      ? (limited?.limits ?? []).filter((limit) => limitCovers(limit, role.action, role.resource.noun, nouns))
      : [];
    if (!allowed && limits.some(({ scope }) => scope === 'function')) return this.#deny(operation, [403, 404, 401]);
    const parents = route.names.filter((_, index) => !(isOnItem(role) && index === route.names.length - 1));
    if (parents.some((name) => this.#parentMissing(call, name))) return this.#deny(operation, [404]);
    if (!allowed && parents.length > 0 && limits.some(({ scope }) => scope === 'object'))
      return this.#deny(operation, [404, 403, 401]);
    const item = isOnItem(role) ? this.#find(call) : undefined;
    if (!allowed && item && item.owner !== identity && limits.length > 0) return this.#deny(operation, [404, 403, 401]);
    return undefined;
  }

  #deny({ responses }: Operation, likely: number[]): WireResponse {
    const status = likely.find((code) => responses[String(code)]) ?? likely[0] ?? 404;
    return answer(status, { error: 'refused' });
  }

  #parentMissing({ operation, path }: Call, name: string): boolean {
    const { graph, envProvidedParams } = this.#planning;
    const producer = envProvidedParams.includes(name) ? undefined : graph.producerOf(operation.path, name);
    if (!producer) return false;
    const items = this.#collections.get(keyFor(producer, Object.values(path))) ?? [];
    return items.every(({ id }) => String(id) !== path[name]);
  }

  #collection(resource: Resource, path: Record<string, string>): StoredItem[] {
    const key = keyFor(resource, Object.values(path));
    const known = this.#collections.get(key);
    if (known) return known;
    const items: StoredItem[] = [];
    this.#collections.set(key, items);
    return items;
  }

  #find({ route, path }: Call): StoredItem | undefined {
    if (!route.role) return undefined;
    const { resource } = route.role;
    const items = this.#collection(resource, path);
    if (!resource.isSingleton) return items.find(({ id }) => String(id) === path[route.names.at(-1) ?? '']);
    if (items.length === 0) items.push({ id: 0, owner: null, fields: {}, first: {} });
    return items[0];
  }

  #serve(call: Call): WireResponse {
    const { role } = call.route;
    if (!role) return this.#respond(call, {}, undefined);
    if (role.action === 'create') return this.#create(call, role.resource);
    if (role.action === 'list') return this.#list(call, role.resource);
    const item = this.#find(call);
    if (!item) return answer(404, { error: 'no such item' });
    if (role.action === 'read')
      return this.#respond(call, this.#has('stale-read', [call.route]) ? item.first : item.fields, item);
    if (role.action === 'delete') {
      const items = this.#collection(role.resource, call.path);
      if (!this.#has('delete-no-op', [call.route])) items.splice(items.indexOf(item), 1);
      return this.#respond(call, item.fields, item);
    }
    return this.#update(call, item);
  }

  #create(call: Call, resource: Resource): WireResponse {
    const { schemas } = this.#planning.model;
    const sent = isObject(call.body) ? call.body : {};
    if (call.operation.body && !fits(schemas, call.operation.body.schema, sent))
      return answer(400, { error: 'invalid' });
    const source = resource.create?.id;
    this.#serial += 1;
    const idSchema = source?.from === 'body' ? source.field.schema : (resource.read?.place.id?.schema ?? true);
    const id =
      source?.from === 'path'
        ? (call.path[source.param] ?? '')
        : ((source?.from === 'body' ? sent[source.field.name] : undefined) ?? newId(schemas, idSchema, this.#serial));
    const item: StoredItem = { id, owner: call.identity, fields: { ...sent }, first: { ...sent } };
    const response = this.#respond(call, sent, item);
    if (source?.from === 'location') response.headers['location'] = `${call.route.operation.path}/${String(id)}`;
    if (this.#mutant?.operation === call.operation) {
      corruptWrite(this.#mutant.operator, item, undefined, sent);
      if (this.#mutant.operator === 'write-not-stored') return response;
    }
    const lost = this.#has('child-under-wrong-parent', [call.route]);
    const parents = lost
      ? Object.fromEntries(Object.keys(call.path).map((name) => [name, 'another-parent']))
      : call.path;
    this.#collection(resource, parents).push(item);
    return response;
  }

  #update(call: Call, item: StoredItem): WireResponse {
    const { schemas } = this.#planning.model;
    const sent = isObject(call.body) ? call.body : {};
    if (call.operation.body && !fits(schemas, call.operation.body.schema, sent))
      return answer(400, { error: 'invalid' });
    const before = item.fields;
    const after = { ...before, ...sent };
    const response = this.#respond(call, after, item);
    const faulty = this.#mutant?.operation === call.operation ? this.#mutant.operator : undefined;
    if (faulty === 'write-not-stored') return response;
    item.fields = after;
    if (faulty) corruptWrite(faulty, item, before, sent);
    return response;
  }

  #list(call: Call, resource: Resource): WireResponse {
    const { schemas } = this.#planning.model;
    const place = resource.list?.place;
    const schema = successBody(call.operation);
    if (!place || schema === undefined) return this.#respond(call, {}, undefined);
    const visible = page(this.#collection(resource, call.path), call.query, pagingOf(schemas, call.operation));
    const itemSchema = listItemSchema(this.#planning, call.operation, place.list);
    const items = visible.map((item) =>
      renderResponse(schemas, itemSchema, {
        itemAt: place.item.prefix,
        fields: this.#shown(call, item, place.item.id?.name),
        at: {},
      }),
    );
    const value: Json = place.isMap
      ? Object.fromEntries(visible.map(({ id }, index) => [String(id), items[index] ?? null]))
      : items;
    return answer(
      statusOf(call.operation),
      renderResponse(schemas, schema, { itemAt: '-', fields: {}, at: { [place.list]: value } }),
    );
  }

  /** The item's fields, its id and the ids of its parents, as far as a response documents them. */
  #shown(call: Call, item: StoredItem | undefined, idName: string | undefined): JsonObject {
    const own = item && idName !== undefined ? { [idName]: item.id } : {};
    return { ...call.path, ...item?.fields, ...own };
  }

  #respond(call: Call, fields: JsonObject, item: StoredItem | undefined): WireResponse {
    const schema = successBody(call.operation);
    const status = statusOf(call.operation);
    if (schema === undefined) return answer(status);
    const { schemas } = this.#planning.model;
    const { resource } = call.route.role ?? {};
    const place = itemIn(schemas, schema, resource?.param ?? '', resource?.noun ?? '');
    const shown = this.#shown(call, item && { ...item, fields }, place.id?.name);
    return answer(status, renderResponse(schemas, schema, { itemAt: place.prefix, fields: shown, at: {} }));
  }
}

function isOnItem(role: Role | undefined): boolean {
  return role !== undefined && !role.resource.isSingleton && ['read', 'update', 'delete'].includes(role.action);
}

/** The concrete path of a collection: its shape with the leading path values of the request. */
function keyFor({ key }: Resource, values: string[]): string {
  let index = 0;
  return key.replaceAll('{}', () => encodeURIComponent(values[index++] ?? ''));
}

function statusOf(operation: Operation): number {
  const [first] = successResponses(operation);
  const withBody = successResponses(operation).find(([, { schema }]) => schema !== undefined) ?? first;
  const code = withBody?.[0] ?? '200';
  return /^\d+$/.test(code) ? Number(code) : 200;
}

function listItemSchema({ model }: Planning, operation: Operation, list: string) {
  let schema = successBody(operation) ?? true;
  for (const token of list.split('/').slice(1)) schema = model.schemas.flatten(schema).properties[token] ?? true;
  const flat = model.schemas.flatten(schema);
  return flat.items ?? flat.additional ?? true;
}

function page(items: StoredItem[], query: URLSearchParams, paging: ReturnType<typeof pagingOf>): StoredItem[] {
  if (!paging || (paging.style !== 'page' && paging.style !== 'offset')) return items;
  const size = Number((paging.size && query.get(paging.size.param)) ?? 10);
  const at = query.get(paging.param);
  const start = paging.style === 'offset' ? Number(at ?? 0) : (Number(at ?? paging.first) - paging.first) * size;
  return items.slice(start, start + size);
}
