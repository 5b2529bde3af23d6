import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, pointerToken } from '../json/json-object.ts';
import { resolveReference } from '../document/resolve-reference.ts';
import type { SchemaStore } from '../schema/schema-store.ts';
import { invalid } from '../json/spec-error.ts';

/** The document that is read, its schemas, and the warnings about it. */
export type Source = { document: JsonObject; schemas: SchemaStore; warnings: string[] };

/** True for `application/json`, `text/json` and their `+json` types. JSON Patch is none: it is a list of edits. */
export function isJsonType(contentType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType) && !/json-patch\+json/i.test(contentType);
}

/** True for application/x-www-form-urlencoded. */
export function isFormType(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType);
}

/** Returns the values of `example` and `examples`, in this order; named ones sorted by name. */
export function examplesOf(source: Source, holder: JsonObject, at: string): Json[] {
  const found: Json[] = holder['example'] === undefined ? [] : [holder['example']];
  const named = holder['examples'];
  if (!isObject(named)) return found;
  for (const name of Object.keys(named).sort()) {
    const { value } = resolveReference(source.document, named[name], `${at}/examples${pointerToken(name)}`);
    if (value['value'] !== undefined) found.push(value['value']);
  }
  return found;
}

type Media = { contentTypes: string[]; json: string | undefined; schema: JsonSchema | undefined; examples: Json[] };

/**
 * Reads the JSON media type of a response or body. Without one, a wildcard type counts as JSON. Throws SpecError if
 * the value of the media type is no object.
 */
export function readContent(source: Source, content: Json | undefined, at: string): Media {
  if (!isObject(content)) return { contentTypes: [], json: undefined, schema: undefined, examples: [] };
  const contentTypes = Object.keys(content).sort();
  const json = contentTypes.find((type) => type === 'application/json') ?? contentTypes.find(isJsonType);
  const chosen = json ?? contentTypes.find((type) => type === '*/*' || type === 'application/*');
  if (chosen === undefined) return { contentTypes, json, schema: undefined, examples: [] };
  const media = content[chosen];
  const place = `${at}/content${pointerToken(chosen)}`;
  if (!isObject(media)) throw invalid(`The media type at ${place} is not an object.`, 'Correct it.', place);
  const schema =
    media['schema'] === undefined ? undefined : source.schemas.normalise(media['schema'], `${place}/schema`);
  return { contentTypes, json: json ?? 'application/json', schema, examples: examplesOf(source, media, place) };
}

/** Media types that accept any text. */
const PLAIN = /^(text\/(plain|markdown|\*)|application\/octet-stream|\*\/\*)\s*(;|$)/i;

/** True for a media type of plain text or bytes, and for a wildcard type. */
export function isTextType(contentType: string): boolean {
  return PLAIN.test(contentType);
}
