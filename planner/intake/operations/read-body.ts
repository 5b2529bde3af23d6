import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member, pointerToken } from '../json/json-object.ts';
import { examplesOf, isFormType, isJsonType, isTextType, readContent, type Source } from './read-content.ts';
import { readMultipart } from './read-multipart.ts';
import { resolveReference } from '../document/resolve-reference.ts';
import type { RequestBody } from '../model/operation.ts';

/**
 * Returns the schema of a urlencoded form without members in the style `deepObject` (`name[member]=…`). Undefined if
 * one of these is required.
 */
function formSchema(source: Source, media: JsonObject, at: string): JsonSchema | undefined {
  const { value, at: place } = resolveReference(source.document, media['schema'] ?? {}, `${at}/schema`);
  const properties = isObject(value['properties']) ? value['properties'] : {};
  const nested = new Set(
    Object.keys(properties).filter((name) => member(member(media['encoding'], name), 'style') === 'deepObject'),
  );
  const required = Array.isArray(value['required']) ? value['required'] : [];
  if (required.some((name) => typeof name === 'string' && nested.has(name))) return undefined;
  if (nested.size === 0) return source.schemas.normalise(media['schema'] ?? true, `${at}/schema`);
  const kept = Object.entries(properties).filter(([name]) => !nested.has(name));
  return source.schemas.normalise({ ...value, properties: Object.fromEntries(kept) }, place);
}

/** Returns media type, schema and examples of a body that is one text or bytes. Undefined for other bodies. */
function textBody(source: Source, content: Json | undefined, at: string): Partial<RequestBody> | undefined {
  const type = isObject(content) ? Object.keys(content).sort().find(isTextType) : undefined;
  const media = type === undefined ? undefined : member(content, type);
  if (type === undefined || !isObject(media)) return undefined;
  const place = `${at}/content${pointerToken(type)}`;
  const said = media['schema'] === undefined ? undefined : source.schemas.normalise(media['schema'], `${place}/schema`);
  const { types, rest } = source.schemas.flatten(said ?? true);
  const [kind] = types;
  // A wildcard type without a schema type counts as JSON, not as text.
  if (kind === undefined ? type.startsWith('*') : kind !== 'string') return undefined;
  const schema = kind === undefined || said === undefined ? { type: 'string' } : said;
  const any = rest['format'] === 'binary' ? 'application/octet-stream' : 'text/plain';
  const contentType = type.includes('*') ? any : type;
  return { contentType, schema, examples: examplesOf(source, media, place), isText: true };
}

/**
 * Reads the request body; undefined without one. Throws SpecError for a malformed body. Of several media types, the
 * first of these is taken:
 * - a multipart form that requires a file;
 * - JSON;
 * - without a urlencoded form: any multipart form, then text or bytes (unless the wildcard type has another schema);
 * - a wildcard type, read as JSON;
 * - a urlencoded form.
 */
export function readBody(source: Source, raw: Json | undefined, at: string): RequestBody | undefined {
  if (raw === undefined) return undefined;
  const pointer = `${at}/requestBody`;
  const { value, at: place } = resolveReference(source.document, raw, pointer);
  const required = value['required'] === true;
  const { content } = value;
  const media = readContent(source, content, place);
  const { contentTypes } = media;
  const body = { required, contentTypes, pointer };
  const multipart = readMultipart(source, content, place);
  if (multipart) return { ...body, ...multipart };
  const isJson = contentTypes.some(isJsonType);
  const text = isJson || contentTypes.some(isFormType) ? undefined : textBody(source, content, place);
  if (text) return { ...body, contentType: undefined, schema: true, examples: [], ...text };
  if (media.json !== undefined)
    return { ...body, contentType: media.json, schema: media.schema ?? true, examples: media.examples };
  const type = contentTypes.find(isFormType);
  const form = type === undefined ? undefined : member(content, type);
  const formAt = `${place}/content${pointerToken(type ?? '')}`;
  const schema = isObject(form) ? formSchema(source, form, formAt) : undefined;
  const examples = isObject(form) ? examplesOf(source, form, formAt) : [];
  return { ...body, contentType: schema === undefined ? undefined : type, schema: schema ?? true, examples };
}
