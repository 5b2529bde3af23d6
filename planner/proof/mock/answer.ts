import type { Json } from '#verifier/plan/plan.ts';
import type { WireResponse } from '#verifier/transport/send.ts';

import type { JsonObject } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Planning } from '../../journeys/model/planning.ts';
import { callerNames } from './seeded-items.ts';
import { type MockCall, shown } from './mock-call.ts';
import { renderResponse } from './render-response.ts';
import type { StoredItem } from './item-store.ts';

const PLAIN = { 'content-type': 'text/plain' };

const texts = new WeakMap<object, string>();

/** Response texts that repeat are serialised once. */
function textOf(body: Json): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const text = texts.get(body) ?? JSON.stringify(body);
  texts.set(body, text);
  return text;
}

/** An answer of the mock, as JSON. */
export function answer(status: number, body?: Json): WireResponse {
  if (body === undefined) return { status, headers: {}, body: '' };
  return { status, headers: { 'content-type': 'application/json' }, body: textOf(body) };
}

/** The answer with the headers that the operation documents as required. */
export function withHeaders({ responses }: Operation, response: WireResponse): WireResponse {
  const { requiredHeaders = [] } = responses[String(response.status)] ?? {};
  if (requiredHeaders.length === 0) return response;
  const sent = Object.fromEntries(requiredHeaders.map((name) => [name, 'sample']));
  return { ...response, headers: { ...sent, ...response.headers } };
}

/** There is no such item. */
export function noItem(): WireResponse {
  return answer(404, { error: 'no such item' });
}

/** A refusal as the operation documents it: the first documented code among `likely`, else the first of them. */
export function deny({ responses }: Operation, likely: number[]): WireResponse {
  return answer(likely.find((code) => responses[String(code)]) ?? likely[0] ?? 404, { error: 'refused' });
}

/**
 * The route's success: fields of an item as the response documents them; `at` = what stands beside them, by JSON
 * Pointer.
 */
export function respond(
  planning: Planning,
  call: MockCall,
  fields: JsonObject,
  item: StoredItem | undefined,
  at: Record<string, Json> = {},
): WireResponse {
  const { body, status, role } = call.route;
  const text = role?.action === 'read' && role.resource.read?.isText ? String(fields[''] ?? '') : undefined;
  if (!body) return text === undefined ? answer(status) : { status, headers: PLAIN, body: text };
  if (text !== undefined) return answer(status, text);
  const contents = shown(call, item && { ...item, fields }, body.place.id, body.place.flat);
  const rendered = renderResponse(planning.model.schemas, body.schema, {
    itemAt: body.place.prefix,
    fields: contents,
    at: { ...callerNames(planning, call), ...at },
  });
  return answer(status, rendered);
}
