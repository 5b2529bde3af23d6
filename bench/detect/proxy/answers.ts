import { randomInt, randomUUID } from 'node:crypto';
import type { Json } from '#verifier/plan/plan.ts';
import { isSuccess, jsonOf, withJson } from './fault-proxy.ts';
import type { Exchange, Interceptor, ProxyAnswer, ProxyRequest, Scene } from './fault-proxy.ts';
import { collectionOf, isItem, object } from './operations.ts';
import type { JsonObject, ProxyOperation } from './operations.ts';
import { changedAt, valueAt } from './places.ts';

/** An interceptor for the planted operation. Other requests go through. */
export function atOperation(scene: Scene, intercept: Interceptor): Interceptor {
  return (exchange) => (exchange.operation === scene.operation ? intercept(exchange) : exchange.send());
}

/** Changes each item in the responses of the planted operation. */
export function changingItems(scene: Scene, change: (item: JsonObject) => JsonObject): Interceptor {
  const { operation } = scene;
  return atOperation(scene, async (exchange) => {
    const answer = await exchange.send();
    return changedAnswer(answer, (value) =>
      operation.answers === 'list'
        ? withEntries(operation, value, (entries) =>
            entries.map((entry) => ({ ...entry, element: withItem(operation, entry.element, change) })),
          )
        : withItem(operation, value, change),
    );
  });
}

/** The response with its JSON changed. Unchanged if it is no 2xx or no JSON, or if the change makes no difference. */
export function changedAnswer(answer: ProxyAnswer, change: (value: Json) => Json): ProxyAnswer {
  const value = jsonOf(answer);
  if (!isSuccess(answer) || value === undefined) return answer;
  const changed = change(value);
  return JSON.stringify(changed) === JSON.stringify(value) ? answer : withJson(answer, changed);
}

/** The item as the operation shows it, in a response or list entry. */
export function itemOf(operation: ProxyOperation, value: Json | undefined): JsonObject {
  return object(valueAt(value, operation.place.item));
}

export function withItem(operation: ProxyOperation, value: Json, change: (item: JsonObject) => JsonObject): Json {
  return changedAt(value, operation.place.item, (held) => (isObject(held) ? change(held) : held));
}

/** An entry of a list. `key`: its name if the list is a map. */
export type Entry = { key?: string; element: Json };

export function entriesOf(operation: ProxyOperation, value: Json | undefined): Entry[] {
  const list = valueAt(value, operation.place.list ?? []);
  if (Array.isArray(list)) return list.map((element) => ({ element }));
  return Object.entries(object(list)).map(([key, element]) => ({ key, element }));
}

/** A list response with its entries changed. */
export function withEntries(operation: ProxyOperation, value: Json, change: (entries: Entry[]) => Entry[]): Json {
  const changed = change(entriesOf(operation, value));
  return changedAt(value, operation.place.list ?? [], (list) =>
    Array.isArray(list)
      ? changed.map(({ element }) => element)
      : Object.fromEntries(changed.map(({ key, element }) => [key ?? '', element])),
  );
}

/** The id of a list entry. Undefined without one. */
export function entryId(operation: ProxyOperation, { key, element }: Entry, all: ProxyOperation[]): string | undefined {
  return key ?? identifierIn(operation, element, all);
}

/**
 * The id in the response of a create: in its body, or the last segment of Location. If the response shows nothing, the
 * name that was sent.
 */
export function createdId(
  operation: ProxyOperation,
  answer: ProxyAnswer,
  all: ProxyOperation[],
  sent: JsonObject = {},
): string | undefined {
  const { location } = answer.headers;
  const path = typeof location === 'string' ? new URL(location, 'http://localhost').pathname : undefined;
  return (
    identifierIn(operation, jsonOf(answer), all) ??
    (path === undefined ? nameIn(sent, identifierParam(operation, all)) : lastSegment(path))
  );
}

/** The last segment of a path, decoded. */
export function lastSegment(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

function nameIn(sent: JsonObject, param: string | undefined): string | undefined {
  const name = Object.keys(sent).find((one) => isIdentifierName(one, param));
  const found = name === undefined ? undefined : sent[name];
  return typeof found === 'string' ? found : undefined;
}

/** Names of the id member that are tried if none is named like the path parameter. */
const OTHER_IDENTIFIERS = ['number', 'key', 'code', 'slug', 'uuid', 'reference', 'name'];

/**
 * The id in a response: a member named like the path parameter, like its end (`projectId` gives `id`), or `id`. Looked
 * for in the item, around it and in undocumented wrappers.
 */
function identifierIn(operation: ProxyOperation, value: Json | undefined, all: ProxyOperation[]): string | undefined {
  const param = identifierParam(operation, all);
  const levels = operation.place.item.map((_, index) => valueAt(value, operation.place.item.slice(0, index)));
  for (const holder of [itemOf(operation, value), ...levels.map(object).toReversed()]) {
    const names = Object.keys(holder).filter((name) => isIdentifierName(name, param));
    const name =
      names.toSorted((a, b) => b.length - a.length)[0] ?? OTHER_IDENTIFIERS.find((one) => holder[one] !== undefined);
    const found = name === undefined ? undefined : holder[name];
    if (typeof found === 'string' || typeof found === 'number') return String(found);
  }
  const wrapped = Object.values(object(value)).map((held) => object(held)['id']);
  const id = wrapped.find((found) => typeof found === 'string' || typeof found === 'number');
  return id === undefined ? undefined : String(id);
}

/** The path parameter of an item in the operation's collection. */
export function identifierParam(operation: ProxyOperation, all: ProxyOperation[]): string | undefined {
  return itemTemplateOf(operation, all)?.match(/\{([^{}]+)\}$/)?.[1];
}

/**
 * Path template of an item in the operation's collection. Items may lie at another place: `/entries/{id}` for
 * `/projects/{id}/entries`.
 */
function itemTemplateOf(operation: ProxyOperation, all: ProxyOperation[]): string | undefined {
  const collection = collectionOf(operation.about);
  const items = all.map(({ about }) => about).filter(isItem);
  const noun = (template: string) => template.slice(template.lastIndexOf('/') + 1).replace(/s$/, '');
  const isBeside = (about: string) => noun(collectionOf(about)) === noun(collection);
  return items.find((about) => collectionOf(about) === collection) ?? items.find(isBeside);
}

/** Paths of a created item: below the collection and, if items have another path, there. */
export function itemPathsOf(exchange: Exchange, id: string, all: ProxyOperation[]): string[] {
  const { operation, params } = exchange;
  const path = pathOf(exchange);
  const below = `${path}/${encodeURIComponent(id)}`;
  const template = operation && itemTemplateOf(operation, all);
  if (operation === undefined || template === undefined || collectionOf(template) === operation.about) return [below];
  const fill = (text: string, values: Record<string, string>) =>
    text.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const base = path.slice(0, path.length - fill(operation.template, params).length);
  return [below, base + fill(template, { ...params, [String(identifierParam(operation, all))]: id })];
}

/**
 * True if a member is the id for the path parameter: `id` for `projectId`, `name` for `project_name`, `slug` for
 * `slug`.
 */
export function isIdentifierName(name: string, param: string | undefined): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, '');
  return plain(name) === 'id' || (param !== undefined && plain(name).length > 1 && plain(param).endsWith(plain(name)));
}

/** The members that a request sends, in a JSON or form body. */
export function sentBy({ operation, request }: Exchange): JsonObject {
  return object(valueAt(bodyOf(request), operation?.sentAt ?? []));
}

/** The request with its sent members changed. */
export function withSent(
  { operation, request }: Exchange,
  change: (sent: JsonObject) => JsonObject,
): Partial<ProxyRequest> {
  const body = bodyOf(request);
  if (body === undefined) return {};
  const changed = changedAt(body, operation?.sentAt ?? [], (held) => change(object(held)));
  const text = isForm(request)
    ? new URLSearchParams(changed as Record<string, string>).toString()
    : JSON.stringify(changed);
  return { body: Buffer.from(text) };
}

function bodyOf(request: ProxyRequest): Json | undefined {
  return isForm(request) ? Object.fromEntries(new URLSearchParams(request.body.toString('utf8'))) : jsonOf(request);
}

function isForm({ headers }: ProxyRequest): boolean {
  return String(headers['content-type']).includes('x-www-form-urlencoded');
}

/** The target's response to an unknown path, as if that were the requested path. */
export async function noSuchRoute(exchange: Exchange): Promise<ProxyAnswer> {
  const own = pathOf(exchange);
  const other = `${own.slice(0, own.lastIndexOf('/', own.length - 2) + 1)}no-such-route-${randomUUID()}/x/y`;
  const answer = await exchange.send({ path: other });
  return { ...answer, body: Buffer.from(answer.body.toString('utf8').replaceAll(other, own)) };
}

/** The target's response to an unknown item, as if that were the requested item. */
export async function noSuchItem(exchange: Exchange, identifier: string): Promise<ProxyAnswer> {
  const fresh = /^\d+$/.test(identifier) ? String(randomInt(1e8, 2e9)) : randomUUID();
  const segments = exchange.request.path.split(/(?=[/?])/);
  const at = segments.lastIndexOf(`/${encodeURIComponent(identifier)}`);
  if (at < 0) throw new Error(`No segment of ${exchange.request.path} is ${identifier}.`);
  const answer = await exchange.send({ path: segments.with(at, `/${fresh}`).join('') });
  return { ...answer, body: Buffer.from(answer.body.toString('utf8').replaceAll(fresh, identifier)) };
}

export function pathOf({ request }: Exchange): string {
  return request.path.split('?', 1)[0] ?? '/';
}

/** A text that is equal for requests of the same caller: all headers about the sender. */
export function callerOf({ request }: Exchange): string {
  const about = Object.entries(request.headers).filter(
    ([name]) => !/^(accept|cache-control|content-|user-agent|traceparent|if-)/.test(name),
  );
  return JSON.stringify(about.toSorted());
}

/** True if the request has all headers of an identity. Also true for an identity without headers. */
export function showsIdentity({ request }: Exchange, identity: Record<string, string>): boolean {
  return Object.entries(identity).every(([name, value]) => request.headers[name] === value);
}

/** Sends a GET as the caller of the exchange. */
export function readAs(exchange: Exchange, path: string): Promise<ProxyAnswer> {
  const { 'content-type': _type, 'if-match': _match, 'idempotency-key': _key, ...headers } = exchange.request.headers;
  return exchange.send({ method: 'GET', path, headers, body: Buffer.alloc(0) });
}

/** A response made by the proxy itself. */
export function ownAnswer(status: number, value?: Json): ProxyAnswer {
  if (value === undefined) return { status, headers: {}, body: Buffer.alloc(0) };
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) };
}

/** The first documented 2xx status of the operation. */
export function successStatus(operation: ProxyOperation): number {
  const first = Number(operation.successes[0]);
  return Number.isInteger(first) ? first : 200;
}

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The path of the item that an action is about. */
export function parentPathOf(exchange: Exchange): string {
  const path = pathOf(exchange);
  return exchange.operation?.template.includes('}:') === true
    ? path.replace(/:[^/:]+$/, '')
    : path.replace(/\/[^/]*$/, '');
}

/**
 * Sends a create. If neither response nor path shows an id, finds the created item as the new entries of the list, as
 * text. No entries if there is an id.
 */
export async function withNewEntries(
  exchange: Exchange,
  all: ProxyOperation[],
): Promise<{ answer: ProxyAnswer; entries: string[] }> {
  const { operation } = exchange;
  const list = all.find(({ role, about }) => role === 'list' && about === operation?.about);
  const isSilent = operation?.role === 'create' && operation.answers === 'none' && list !== undefined;
  const listed = async () =>
    isSilent ? entriesOf(list, jsonOf(await readAs(exchange, pathOf(exchange)))).map(textOf) : [];
  const before = new Set(await listed());
  const answer = await exchange.send();
  if (!isSilent || !isSuccess(answer) || createdId(operation, answer, all, sentBy(exchange)) !== undefined)
    return { answer, entries: [] };
  return { answer, entries: (await listed()).filter((text) => !before.has(text)) };
}

/** The entry as text, by which it is found again without an id. */
export function textOf({ element }: Entry): string {
  return JSON.stringify(element);
}
