import type { HttpMethod, Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, pointerToken } from './json-object.ts';
import { resolveObject } from './resolve-reference.ts';
import type { SchemaStore } from './schema-store.ts';
import { SpecError } from './spec-error.ts';
import type { Operation, Parameter, RequestBody, Response } from './spec-model.ts';

export const MAX_OPERATIONS = 20_000;

const METHODS: HttpMethod[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const LOCATIONS = ['path', 'query', 'header', 'cookie'];

type Source = { document: JsonObject; schemas: SchemaStore; warnings: string[] };

function isJsonType(contentType: string): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType) && !/json-patch\+json/i.test(contentType);
}

function invalid(message: string, fix: string, pointer: string): SpecError {
  return new SpecError('SPEC_INVALID', message, fix, pointer);
}

/** Values of `example` and `examples` (a map of Example Objects, or an array in schemas), in that order, names sorted. */
function examplesOf(source: Source, holder: JsonObject, at: string): Json[] {
  const found: Json[] = holder['example'] === undefined ? [] : [holder['example']];
  const named = holder['examples'];
  if (!isObject(named)) return found;
  for (const name of Object.keys(named).sort()) {
    const { value } = resolveObject(source.document, named[name], `${at}/examples${pointerToken(name)}`);
    if (value['value'] !== undefined) found.push(value['value']);
  }
  return found;
}

function readParameter(source: Source, raw: Json, at: string): Parameter {
  const { value, at: place } = resolveObject(source.document, raw, at);
  const name = value['name'];
  const location = value['in'];
  if (typeof name !== 'string' || typeof location !== 'string' || !LOCATIONS.includes(location))
    throw invalid(
      `The parameter at ${place} has no "name" or no valid "in".`,
      'Give it a name, and "in": path, query, header or cookie.',
      place,
    );
  const content = isObject(value['content']) ? Object.entries(value['content'])[0] : undefined;
  const holder = content && isObject(content[1]) ? content[1] : value;
  return {
    name,
    in: location as Parameter['in'],
    required: value['required'] === true || location === 'path',
    schema: source.schemas.normalise(holder['schema'] ?? true, `${place}/schema`),
    examples: examplesOf(source, holder, place),
    json: content !== undefined && isJsonType(content[0]),
    pointer: place,
  };
}

/** Operation-level parameters replace path-level ones of the same name and place. */
function readParameters(source: Source, pathItem: JsonObject, operation: JsonObject, pathAt: string, at: string) {
  const merged = new Map<string, Parameter>();
  for (const [holder, place] of [
    [pathItem, pathAt],
    [operation, at],
  ] as const) {
    const list = holder['parameters'] ?? [];
    if (!Array.isArray(list))
      throw invalid(`"parameters" at ${place} is not an array.`, 'Make it an array.', `${place}/parameters`);
    for (const [index, raw] of list.entries()) {
      const parameter = readParameter(source, raw, `${place}/parameters/${index}`);
      merged.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...merged.keys()].sort().map((key) => merged.get(key) as Parameter);
}

type Media = { contentTypes: string[]; json: string | undefined; schema: JsonSchema | undefined; examples: Json[] };

function readContent(source: Source, content: Json | undefined, at: string): Media {
  if (!isObject(content)) return { contentTypes: [], json: undefined, schema: undefined, examples: [] };
  const contentTypes = Object.keys(content).sort();
  const json = contentTypes.find((type) => type === 'application/json') ?? contentTypes.find(isJsonType);
  const wildcard = contentTypes.find((type) => type === '*/*' || type === 'application/*');
  const chosen = json ?? wildcard;
  if (chosen === undefined) return { contentTypes, json, schema: undefined, examples: [] };
  const media = content[chosen];
  const place = `${at}/content${pointerToken(chosen)}`;
  if (!isObject(media)) throw invalid(`The media type at ${place} is not an object.`, 'Correct it.', place);
  const schema =
    media['schema'] === undefined ? undefined : source.schemas.normalise(media['schema'], `${place}/schema`);
  return { contentTypes, json: json ?? 'application/json', schema, examples: examplesOf(source, media, place) };
}

function readBody(source: Source, raw: Json | undefined, at: string): RequestBody | undefined {
  if (raw === undefined) return undefined;
  const { value, at: place } = resolveObject(source.document, raw, `${at}/requestBody`);
  const media = readContent(source, value['content'], place);
  return {
    required: value['required'] === true,
    contentType: media.json,
    schema: media.schema ?? true,
    examples: media.examples,
    pointer: `${at}/requestBody`,
  };
}

function readResponses(source: Source, raw: Json | undefined, at: string): Record<string, Response> {
  if (!isObject(raw)) throw invalid(`The operation at ${at} has no "responses".`, 'Document its responses.', at);
  const responses: Record<string, Response> = {};
  for (const status of Object.keys(raw).sort()) {
    if (!/^([1-5](\d\d|XX)|default)$/i.test(status)) continue;
    const { value, at: place } = resolveObject(source.document, raw[status], `${at}/responses/${status}`);
    const media = readContent(source, value['content'], place);
    responses[status === 'default' ? status : status.toUpperCase()] = {
      contentTypes: media.contentTypes,
      schema: media.schema,
      headers: isObject(value['headers']) ? Object.keys(value['headers']).map((name) => name.toLowerCase()) : [],
      examples: media.examples,
      pointer: `${at}/responses/${status}`,
    };
  }
  return responses;
}

function isSecured(document: JsonObject, operation: JsonObject, parameters: Parameter[]): boolean {
  if (
    parameters.some(({ in: place, name, required }) => place === 'header' && required && /^authorization$/i.test(name))
  )
    return true;
  const alternatives = operation['security'] ?? document['security'];
  if (!Array.isArray(alternatives) || alternatives.length === 0) return false;
  return alternatives.every((alternative) => isObject(alternative) && Object.keys(alternative).length > 0);
}

function readOperation(
  source: Source,
  pathItem: JsonObject,
  path: string,
  method: HttpMethod,
  pathAt: string,
): Operation {
  const at = `${pathAt}/${method.toLowerCase()}`;
  const raw = pathItem[method.toLowerCase()];
  if (!isObject(raw)) throw invalid(`The operation at ${at} is not an object.`, 'Correct it.', at);
  const key = `${method} ${path}`;
  if (raw['servers'] ?? pathItem['servers'])
    source.warnings.push(`${key} has servers of its own; it is called below the document's first server.`);
  const parameters = readParameters(source, pathItem, raw, pathAt, at);
  for (const [, name = ''] of path.matchAll(/\{([^}]*)\}/g))
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name))
      parameters.push({ name, in: 'path', required: true, schema: true, examples: [], json: false, pointer: at });
  const id = typeof raw['operationId'] === 'string' && raw['operationId'] !== '' ? raw['operationId'] : key;
  const tags = Array.isArray(raw['tags']) ? raw['tags'].filter((tag) => typeof tag === 'string') : [];
  return {
    id,
    key,
    method,
    path,
    pointer: at,
    words: [typeof raw['summary'] === 'string' ? raw['summary'] : '', id, ...tags].join(' '),
    parameters: parameters.filter(
      ({ in: place, name }) => place !== 'header' || !/^(accept|content-type|authorization)$/i.test(name),
    ),
    body: readBody(source, raw['requestBody'], at),
    responses: readResponses(source, raw['responses'], at),
    secured: isSecured(source.document, raw, parameters),
  };
}

/** All operations in canonical order (path, then method). Throws SpecError for a malformed part, naming its pointer. */
export function readOperations(source: Source): Operation[] {
  const paths = source.document['paths'];
  if (!isObject(paths))
    throw invalid('The document has no "paths".', 'Publish the OpenAPI document that holds the paths.', '/paths');
  const operations: Operation[] = [];
  for (const path of Object.keys(paths).sort()) {
    if (path.startsWith('x-')) continue;
    const at = `/paths${pointerToken(path)}`;
    if (!path.startsWith('/')) throw invalid(`The path "${path}" does not begin with "/".`, `Write "/${path}".`, at);
    const { value } = resolveObject(source.document, paths[path], at);
    for (const method of METHODS)
      if (value[method.toLowerCase()] !== undefined) operations.push(readOperation(source, value, path, method, at));
    if (operations.length > MAX_OPERATIONS)
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The document has more than ${MAX_OPERATIONS.toLocaleString('en')} operations.`,
        'Publish the part of the API that this feature uses.',
      );
  }
  return operations;
}
