import { randomInt, randomUUID } from 'node:crypto';
import type { Json } from '#verifier/plan/plan.ts';
import { comparableFields, itemOperation, object, plainTypeOf } from './operations.ts';
import type { JsonObject, ProxyOperation } from './operations.ts';
import { isSuccess, jsonOf, withJson } from './fault-proxy.ts';
import type { Exchange, Interceptor, ProxyAnswer, Scene } from './fault-proxy.ts';

/** Intercepts only the planted operation; everything else goes through. */
export function atOperation(scene: Scene, intercept: Interceptor): Interceptor {
  return (exchange) => (exchange.operation === scene.operation ? intercept(exchange) : exchange.send());
}

/** Changes each item that the planted operation answers with. */
export function changingItems(scene: Scene, change: (item: JsonObject) => JsonObject): Interceptor {
  return atOperation(scene, async (exchange) => {
    const answer = await exchange.send();
    const value = jsonOf(answer);
    if (!isSuccess(answer) || value === undefined) return answer;
    const list = scene.operation.answers === 'list';
    return withJson(answer, list ? withItems(value, (items) => items.map(change)) : change(object(value)));
  });
}

/** A list answer (a bare array, or a wrapper with one array) with its items changed. */
export function withItems(value: Json, change: (items: JsonObject[]) => JsonObject[]): Json {
  if (Array.isArray(value)) return change(value.map(object));
  const wrapper = object(value);
  for (const [name, held] of Object.entries(wrapper))
    if (Array.isArray(held)) return { ...wrapper, [name]: change(held.map(object)) };
  return value;
}

/** The items of a list answer. */
export function itemsOf(value: Json): JsonObject[] {
  const held = Array.isArray(value) ? value : Object.values(object(value)).find(Array.isArray);
  return (held ?? []).map(object);
}

/** First field a client can compare that the answer must (or need not) hold. */
export function comparableField(
  operation: ProxyOperation,
  all: ProxyOperation[],
  required: boolean,
): string | undefined {
  return comparableFields(operation, all).find((name) => operation.item.required.includes(name) === required);
}

/** First free-text field among the comparable ones: any text is a legal value of it. */
export function textField(operation: ProxyOperation, all: ProxyOperation[]): string | undefined {
  return comparableFields(operation, all).find((name) => isFreeText(operation.item.properties[name]));
}

export function isFreeText(schema: JsonObject | undefined): boolean {
  const closed = ['format', 'enum', 'anyOf'].some((keyword) => schema?.[keyword] !== undefined);
  return plainTypeOf(schema) === 'string' && !closed && !isNarrow(schema?.pattern);
}

/** A pattern that asks for more than a visible character. */
function isNarrow(pattern: Json | undefined): boolean {
  return pattern !== undefined && pattern !== '\\S';
}

/** The same text with its last character changed: same length, same alphabet, another value. */
export function altered(text: string): string {
  return text.slice(0, -1) + (text.endsWith('z') ? 'y' : 'z');
}

/** The identifier in an answered item, named as the item's path parameter or simply `id`. */
export function identifierOf(item: JsonObject, collection: string, all: ProxyOperation[]): string | undefined {
  const template = (itemOperation(collection, 'DELETE', all) ?? itemOperation(collection, 'GET', all))?.template;
  const param = template?.match(/\{([^/]+)\}$/)?.[1];
  const found = item.id ?? (param === undefined ? undefined : item[param]);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** What the target answers on a path that nothing serves, as if it had been this request's own path. */
export async function noSuchRoute(exchange: Exchange): Promise<ProxyAnswer> {
  const own = exchange.request.path.split('?', 1)[0] ?? '/';
  const other = `${own.slice(0, own.lastIndexOf('/', own.length - 2) + 1)}no-such-route-${randomUUID()}/x/y`;
  const answer = await exchange.send({ path: other });
  return { ...answer, body: Buffer.from(answer.body.toString('utf8').replaceAll(other, own)) };
}

/** What the target answers for an item that never was, as if asked for this one. */
export async function noSuchItem(exchange: Exchange, identifier: string): Promise<ProxyAnswer> {
  const fresh = /^\d+$/.test(identifier) ? String(randomInt(1e9, 2e9)) : randomUUID();
  const answer = await exchange.send({ path: exchange.request.path.replace(encodeURIComponent(identifier), fresh) });
  return { ...answer, body: Buffer.from(answer.body.toString('utf8').replaceAll(fresh, identifier)) };
}

/** Reads the item that a PUT, PATCH or DELETE is about, as the caller: by its own GET, or out of its collection's list. */
export async function readItem(exchange: Exchange, all: ProxyOperation[]): Promise<JsonObject | undefined> {
  const template = exchange.operation?.template ?? '';
  const collection = template.replace(/\/\{[^/]+\}$/, '');
  const path = exchange.request.path.split('?', 1)[0] ?? '';
  const read = { method: 'GET', body: Buffer.alloc(0) };
  if (all.some(({ key }) => key === `GET ${template}`)) {
    const answer = await exchange.send({ ...read, path });
    return isSuccess(answer) ? object(jsonOf(answer)) : undefined;
  }
  const identifier = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const answer = await exchange.send({ ...read, path: `${path.slice(0, path.lastIndexOf('/'))}?size=100` });
  return itemsOf(jsonOf(answer) ?? null).find((item) => identifierOf(item, collection, all) === identifier);
}

/** An answer of the proxy's own making. */
export function ownAnswer(status: number, value?: Json): ProxyAnswer {
  if (value === undefined) return { status, headers: {}, body: Buffer.alloc(0) };
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) };
}

/** The operation's first documented success status. */
export function successStatus(operation: ProxyOperation): number {
  const first = Number(operation.successes[0]);
  return Number.isInteger(first) ? first : 200;
}
