import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';

/** Keywords of a numeric `id` that do not apply to a text. */
const OF_NUMBERS = new Set(['const', 'default', 'enum', 'examples', 'format']);

const known = new WeakMap<JsonObject, boolean>();

/** True if an operation's response or body, or a shared response, has the media type of JSON:API. */
function isJsonApi(document: JsonObject): boolean {
  const found =
    known.get(document) ?? mediaTypesOf(document).some((type) => /^application\/vnd\.api\+json\b/i.test(type));
  known.set(document, found);
  return found;
}

function mediaTypesOf(document: JsonObject): string[] {
  const inside = (holder: Json | undefined) => (isObject(holder) ? Object.values(holder) : []);
  const operations = inside(member(document, 'paths')).flatMap(inside);
  const answers = operations.flatMap((operation) => inside(member(operation, 'responses')));
  const bodies = operations.map((operation) => member(operation, 'requestBody'));
  const shared = inside(member(member(document, 'components'), 'responses'));
  return [...answers, ...bodies, ...shared].flatMap((holder) => Object.keys(member(holder, 'content') ?? {}));
}

/**
 * Returns a schema of a JSON:API document in which a numeric `id` beside `type` may be a text too. JSON:API requires a
 * text there, but generators document the database's number. Schemas of other documents stay unchanged.
 */
export function openIdentifier(schema: JsonSchema, document: JsonObject): JsonSchema {
  return isJsonApi(document) ? (opened(schema) as JsonSchema) : schema;
}

function opened(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(opened);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, opened(value)]));
  const properties = inner['properties'];
  if (!isObject(properties) || !isObject(properties['type']) || !isObject(properties['id'])) return inner;
  const { id } = properties;
  const types = [id['type'] ?? []].flat();
  if (!types.includes('integer') && !types.includes('number')) return inner;
  const kept = Object.entries(id).filter(([key]) => !OF_NUMBERS.has(key));
  const open = { ...Object.fromEntries(kept), type: ['string', ...types] };
  return { ...inner, properties: { ...properties, id: open } };
}
