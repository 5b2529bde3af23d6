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

/** Returns the body as JSON text, cached by object. */
function textOf(body: Json): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const text = texts.get(body) ?? JSON.stringify(body);
  texts.set(body, text);
  return text;
}

/** Returns a JSON response of the mock. Without a body, its text is empty and it has no content type. */
export function answer(status: number, body?: Json): WireResponse {
  if (body === undefined) return { status, headers: {}, body: '' };
  return { status, headers: { 'content-type': 'application/json' }, body: textOf(body) };
}

/** Returns the response with sample values for the headers that the operation requires for its status. */
export function withHeaders({ responses }: Operation, response: WireResponse): WireResponse {
  const { requiredHeaders = [] } = responses[String(response.status)] ?? {};
  if (requiredHeaders.length === 0) return response;
  const sent = Object.fromEntries(requiredHeaders.map((name) => [name, 'sample']));
  return { ...response, headers: { ...sent, ...response.headers } };
}

/** Returns 404 for an item that the mock does not hold. */
export function noItem(): WireResponse {
  return answer(404, { error: 'no such item' });
}

/**
 * Returns a refusal with the first status in `likely` that the operation documents, else with the first of `likely`.
 */
export function deny({ responses }: Operation, likely: number[]): WireResponse {
  return answer(likely.find((code) => responses[String(code)]) ?? likely[0] ?? 404, { error: 'refused' });
}

/**
 * Returns the route's success response. It shows `fields` as those of `item`; without an item, they are not shown.
 * `at`: values beside the item, by JSON Pointer. The read of an item that is one text returns that text.
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
