import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member, pointerToken } from './json-object.ts';
import { resolveObject } from './resolve-reference.ts';
import type { SchemaStore } from './schema-store.ts';
import { invalid } from './spec-error.ts';
import type { RequestBody } from './spec-model.ts';

/** What is being read; `warnings` collects what is read around. */
export type Source = { document: JsonObject; schemas: SchemaStore; warnings: string[] };

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** `application/json`, `text/json` and every `+json` type; a JSON Patch is a list of edits, not the resource. */
export function isJsonType(contentType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType) && !/json-patch\+json/i.test(contentType);
}

/** Values of `example` and `examples` (a map of Example Objects, or an array in schemas), in that order, names sorted. */
export function examplesOf(source: Source, holder: JsonObject, at: string): Json[] {
  const found: Json[] = holder['example'] === undefined ? [] : [holder['example']];
  const named = holder['examples'];
  if (!isObject(named)) return found;
  for (const name of Object.keys(named).sort()) {
    const { value } = resolveObject(source.document, named[name], `${at}/examples${pointerToken(name)}`);
    if (value['value'] !== undefined) found.push(value['value']);
  }
  return found;
}

type Media = { contentTypes: string[]; json: string | undefined; schema: JsonSchema | undefined; examples: Json[] };

/** What a response or body documents of its JSON media type; a wildcard stands for JSON. */
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

/** A form's fields; nested objects written as `name[member]` are left out of it. Undefined where one of those is required. */
function formSchema(source: Source, media: JsonObject, at: string): JsonSchema | undefined {
  const { value, at: place } = resolveObject(source.document, media['schema'] ?? {}, `${at}/schema`);
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

/** Types of which any line of text is one. */
const PLAIN = /^(text\/(plain|markdown|\*)|application\/octet-stream|\*\/\*)\s*(;|$)/i;

/** Whether an answer of this type is a text that was sent, or the bytes of one. */
export function isTextType(contentType: string): boolean {
  return PLAIN.test(contentType);
}

/** A body that is one text, or bytes: what a text's type is called, its schema, its examples. Undefined where something else is documented. */
function textBody(source: Source, content: Json | undefined, at: string): Partial<RequestBody> | undefined {
  const type = isObject(content) ? Object.keys(content).sort().find(isTextType) : undefined;
  const media = type === undefined ? undefined : member(content, type);
  if (type === undefined || !isObject(media)) return undefined;
  const place = `${at}/content${pointerToken(type)}`;
  const said = media['schema'] === undefined ? undefined : source.schemas.normalise(media['schema'], `${place}/schema`);
  const { types, rest } = source.schemas.flatten(said ?? true);
  const [kind] = types;
  // What any type may be is JSON unless it is said to be a text.
  if (kind === undefined ? type.startsWith('*') : kind !== 'string') return undefined;
  const schema = kind === undefined || said === undefined ? { type: 'string' } : said;
  const any = rest['format'] === 'binary' ? 'application/octet-stream' : 'text/plain';
  const contentType = type.includes('*') ? any : type;
  return { contentType, schema, examples: examplesOf(source, media, place), isText: true };
}

/** The request body: JSON where it is documented, else an urlencoded form, else a text. Throws SpecError for a malformed one. */
export function readBody(source: Source, raw: Json | undefined, at: string): RequestBody | undefined {
  if (raw === undefined) return undefined;
  const pointer = `${at}/requestBody`;
  const { value, at: place } = resolveObject(source.document, raw, pointer);
  const required = value['required'] === true;
  const { content } = value;
  const media = readContent(source, content, place);
  const { contentTypes } = media;
  const body = { required, contentTypes, pointer };
  const isJson = contentTypes.some(isJsonType);
  const text = isJson || contentTypes.some((one) => FORM.test(one)) ? undefined : textBody(source, content, place);
  if (text) return { ...body, contentType: undefined, schema: true, examples: [], ...text };
  if (media.json !== undefined)
    return { ...body, contentType: media.json, schema: media.schema ?? true, examples: media.examples };
  const type = contentTypes.find((one) => FORM.test(one));
  const form = type === undefined ? undefined : member(content, type);
  const formAt = `${place}/content${pointerToken(type ?? '')}`;
  const schema = isObject(form) ? formSchema(source, form, formAt) : undefined;
  const examples = isObject(form) ? examplesOf(source, form, formAt) : [];
  return { ...body, contentType: schema === undefined ? undefined : type, schema: schema ?? true, examples };
}
