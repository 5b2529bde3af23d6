import type { HttpMethod, Json, JsonSchema } from '#verifier/plan/plan.ts';

import type { Findings } from '../json/findings.ts';
import { isObject, type JsonObject, pointerToken, member } from '../json/json-object.ts';
import { leaveOutCollisions } from '../document/leave-out-collisions.ts';
import { isUnstated } from '../dialects/unstated-status.ts';
import { isSearchOfFramework } from '../dialects/search-of-framework.ts';
import { isFilledInSecurity, isOpenToAll } from './open-to-all.ts';
import { resolveObject } from '../document/resolve-reference.ts';
import { readBody } from './read-body.ts';
import { examplesOf, isJsonType, readContent, type Source } from './read-content.ts';
import { ownPath } from './server-path.ts';
import { isHeaderParameter, requiredHeadersIn, withAcceptedTypes } from './read-headers.ts';
import { invalid, SpecError } from '../json/spec-error.ts';
import type { Link, Operation, Parameter, Response } from '../model/spec-model.ts';
import { unquotedKey } from '../dialects/unquoted-key.ts';
import { writeOutPath } from '../dialects/write-out-path.ts';

export const MAX_OPERATIONS = 20_000;
/** Longer than the request lines that servers take by default would allow with their values. */
const MAX_PATH_LENGTH = 2_000;

export const METHODS: HttpMethod[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const LOCATIONS = ['path', 'query', 'header', 'cookie'];

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
    ...styleOf(value, location),
    pointer: place,
  };
}

/** How arrays and objects are written, with the defaults of OpenAPI 3 for each place. */
function styleOf(raw: JsonObject, location: string): { style: string; explode: boolean } {
  const usual = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const style = typeof raw['style'] === 'string' ? raw['style'] : usual;
  const explode = typeof raw['explode'] === 'boolean' ? raw['explode'] : style === 'form';
  return { style, explode };
}

/**
 * An object whose members a query has side by side is those members: each is a parameter of its own, and may be left out where the object may,
 * or where it need not have them. An object that may be left out, but not the half of it, stays one.
 */
function membersOf({ schemas }: Source, parameter: Parameter): Parameter[] {
  const { in: place, style, explode, json, schema, required, examples } = parameter;
  if (place !== 'query' || style !== 'form' || !explode || json) return [parameter];
  const flat = schemas.flatten(schema);
  const names = Object.keys(flat.properties);
  const isObjectOnly = flat.types.join() === 'object' && flat.alternatives.length === 0 && names.length > 0;
  if (!isObjectOnly || isObject(flat.additional) || (!required && flat.required.length > 0)) return [parameter];
  const shared = flat.rest['examples'];
  const whole = [...examples, ...(Array.isArray(shared) ? shared : [])];
  return names.map((name) => ({
    ...parameter,
    name,
    required: flat.required.includes(name),
    schema: flat.properties[name] ?? true,
    examples: whole.map((one) => member(one, name)).filter(isPresent),
  }));
}

/** The document, where what is left out of it is told, and the operation that is read. */
type Reading = { source: Source; findings: Findings; key: string };

/**
 * Operation-level parameters replace path-level ones of the same name and place. One that a request need not have is left out alone
 * where it cannot be read: generators forget the schema of an enum that stands in a query only.
 */
function readParameters(
  { source, findings, key }: Reading,
  pathItem: JsonObject,
  operation: JsonObject,
  pathAt: string,
  at: string,
) {
  const merged = new Map<string, Parameter>();
  for (const [holder, place] of [
    [pathItem, pathAt],
    [operation, at],
  ] as const) {
    const list = holder['parameters'] ?? [];
    if (!Array.isArray(list))
      throw invalid(`"parameters" at ${place} is not an array.`, 'Make it an array.', `${place}/parameters`);
    for (const [index, raw] of list.entries()) {
      const named = resolveObject(source.document, raw, `${place}/parameters/${index}`);
      if (isSearchOfFramework(source.document, named.value)) continue;
      const read = () => withAcceptedTypes(readParameter(source, raw, `${place}/parameters/${index}`), findings);
      const { name, in: location, required } = named.value;
      const isNeeded = required === true || location === 'path' || typeof name !== 'string';
      const parameter = isNeeded ? read() : findings.around(`The parameter "${name}" of ${key}`, read);
      if (parameter) merged.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  const side = new Map<string, Parameter>();
  for (const one of [...merged.values()].flatMap((parameter) => membersOf(source, parameter))) {
    const key = `${one.in} ${one.name}`;
    side.set(key, merged.get(key) ?? one);
  }
  return [...side.keys()].sort().map((key) => side.get(key) as Parameter);
}

/** Bytes of any kind, which need not be JSON though a wildcard, or what a whole OpenAPI 2.0 document produces, may stand for it. */
function isFile({ schemas }: Source, schema: JsonSchema | undefined): boolean {
  const { types, rest } = schemas.flatten(schema ?? true);
  return types[0] === 'string' && rest['format'] === 'binary';
}

/** What a handler gives as a text is documented as one, of any type, whatever it says: JSON that somebody else wrote, too. */
function isWritten({ contentTypes, schema }: ReturnType<typeof readContent>): boolean {
  const isText = isObject(schema) && Object.keys(schema).length === 1 && schema['type'] === 'string';
  return isText && contentTypes.length > 1 && contentTypes.includes('*/*');
}

/** Bytes documented as JSON are of any type; so is what a schema says nothing of: FastAPI documents JSON of any kind for a text as well. */
function typesOf({ contentTypes, schema }: ReturnType<typeof readContent>, isBytes: boolean): string[] {
  if (isBytes) return contentTypes.map((type) => (isJsonType(type) ? '*/*' : type));
  const isUnsaid = schema === true || (isObject(schema) && Object.keys(schema).length === 0);
  return isUnsaid ? [...contentTypes, '*/*'] : contentTypes;
}

/** Answers that never have a body, whatever the document says of one. */
const BODILESS = /^(204|205|304)$/;

/**
 * A refusal that cannot be read is one of which nothing more is said: no journey asserts what it holds, and its schema is forgotten more often
 * than any other.
 */
function readResponses(
  { source, findings, key }: Reading,
  operation: JsonObject,
  at: string,
): Record<string, Response> {
  const raw = operation['responses'];
  if (raw === undefined) return {};
  if (!isObject(raw)) throw invalid(`"responses" at ${at} is not an object.`, 'Document its responses.', at);
  const responses: Record<string, Response> = {};
  for (const status of Object.keys(raw).sort()) {
    if (!/^([1-5](\d\d|XX)|default)$/i.test(status)) continue;
    const read = (one: Json | undefined) => readResponse(source, operation, status, one, at);
    const isRefusal = /^[45]/.test(status);
    responses[status === 'default' ? status : status.toUpperCase()] = isRefusal
      ? (findings.around(`The answer ${status} of ${key}`, () => read(raw[status])) ?? read({}))
      : read(raw[status]);
  }
  return responses;
}

function readResponse(
  source: Source,
  operation: JsonObject,
  status: string,
  raw: Json | undefined,
  at: string,
): Response {
  const { value, at: place } = resolveObject(source.document, raw, `${at}/responses/${status}`);
  const media = readContent(source, BODILESS.test(status) ? undefined : value['content'], place);
  const isBytes = isFile(source, media.schema);
  const requiredHeaders = requiredHeadersIn(source, value['headers'], place);
  return {
    contentTypes: typesOf(media, isBytes),
    schema: isBytes || isWritten(media) ? undefined : media.schema,
    headers: headersOf(status, value['headers']),
    ...(requiredHeaders.length > 0 ? { requiredHeaders } : {}),
    examples: media.examples,
    links: readLinks(source, value['links'], place),
    ...(isUnstated(source.document, operation, status, value, media.contentTypes) ? { isUnstated: true } : {}),
    pointer: `${at}/responses/${status}`,
  };
}

/** Names in lower case. A 303 has a Location, documented or not: what it is for. */
function headersOf(status: string, headers: Json | undefined): string[] {
  const names = isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : [];
  return status === '303' && !names.includes('location') ? [...names, 'location'] : names;
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** A link tells what could be guessed otherwise; one that is malformed or leads outside the document tells nothing. */
function readLink(source: Source, raw: Json | undefined, at: string): Link | undefined {
  const { value } = resolveObject(source.document, raw, at);
  const { operationId, operationRef, parameters } = value;
  const target = operationId ?? operationRef;
  if (typeof target !== 'string' || !isObject(parameters)) return undefined;
  const texts = Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { target: target.replace(/^#(?=\/)/, ''), parameters: Object.fromEntries(texts) };
}

function readLinks(source: Source, raw: Json | undefined, at: string): Link[] {
  if (!isObject(raw)) return [];
  return Object.keys(raw)
    .sort()
    .map((name) => readLink(source, raw[name], `${at}/links${pointerToken(name)}`))
    .filter(isPresent);
}

/** The document's own default is no word on what is open to all: that it excepts them is often forgotten. */
function isSecured(
  document: JsonObject,
  operation: JsonObject,
  parameters: Parameter[],
  method: HttpMethod,
  path: string,
): boolean {
  if (
    parameters.some(({ in: place, name, required }) => place === 'header' && required && /^authorization$/i.test(name))
  )
    return true;
  if (namesNoScheme(document, operation) && !isOpenToAll(method, path)) return true;
  const isUnsaid = isOpenToAll(method, path) || isFilledInSecurity(document, operation);
  const alternatives = operation['security'] ?? (isUnsaid ? undefined : document['security']);
  if (!Array.isArray(alternatives) || alternatives.length === 0) return false;
  return alternatives.every((alternative) => isObject(alternative) && Object.keys(alternative).length > 0);
}

/** It documents both 401 and 403, and the document names no scheme at all: who wrote it left out how one is let in. */
function namesNoScheme(document: JsonObject, operation: JsonObject): boolean {
  const schemes = member(member(document, 'components'), 'securitySchemes');
  const isNamed = operation['security'] ?? document['security'] ?? schemes;
  const responses = member(operation, 'responses');
  return isNamed === undefined && ['401', '403'].every((status) => member(responses, status) !== undefined);
}

/** A path parameter that only the template names. */
function undocumented(name: string, pointer: string): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    schema: true,
    examples: [],
    json: false,
    style: 'simple',
    explode: false,
    pointer,
  };
}

function readOperation(
  source: Source,
  pathItem: JsonObject,
  template: string,
  method: HttpMethod,
  pathAt: string,
  findings: Findings,
): Operation {
  const at = `${pathAt}/${method.toLowerCase()}`;
  const raw = pathItem[method.toLowerCase()];
  if (!isObject(raw)) throw invalid(`The operation at ${at} is not an object.`, 'Correct it.', at);
  const below = ownPath(source.document, raw['servers'] ?? pathItem['servers'], template, at);
  const told = { source, findings, key: `${method} ${below}` };
  const { path, parameters } = writeOutPath(below, readParameters(told, pathItem, raw, pathAt, at));
  const key = `${method} ${path}`;
  const styled = parameters.find(({ in: place, style }) => place === 'path' && style !== 'simple');
  if (styled)
    throw invalid(
      `The path parameter "${styled.name}" is written in ${styled.style} style, which journeys do not send.`,
      'Document it in the default style, "simple", if the server takes that too.',
      styled.pointer,
    );
  for (const [, name = ''] of path.matchAll(/\{([^}]*)\}/g))
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name))
      parameters.push(undocumented(name, at));
  const unquoted = unquotedKey(source.schemas, path, parameters);
  if (unquoted)
    throw invalid(
      `The key "${unquoted.name}" is a text in parentheses without quotes, and servers ask for quotes.`,
      `Write ('{${unquoted.name}}'), or say by a format or a pattern that the key needs none.`,
      unquoted.pointer,
    );
  const id = typeof raw['operationId'] === 'string' && raw['operationId'] !== '' ? raw['operationId'] : key;
  const tags = Array.isArray(raw['tags']) ? raw['tags'].filter((tag) => typeof tag === 'string') : [];
  return {
    id,
    key,
    method,
    path,
    pointer: at,
    words: [typeof raw['summary'] === 'string' ? raw['summary'] : '', id, ...tags].join(' '),
    parameters: parameters.filter(isHeaderParameter),
    body: readBody(source, raw['requestBody'], at),
    responses: readResponses({ source, findings, key }, raw, at),
    secured: isSecured(source.document, raw, parameters, method, path),
  };
}

/** What stands among the paths, is none, and claims no operation. */
function misplacedAt(path: string, raw: Json | undefined, at: string): SpecError | undefined {
  if (!isObject(raw)) return invalid(`An object is expected at ${at}.`, 'Correct the document there.', at);
  if (path.length > MAX_PATH_LENGTH)
    return invalid(
      `A path has ${path.length.toLocaleString('en')} characters: "${path.slice(0, 50)}…".`,
      `Shorten it to ${MAX_PATH_LENGTH.toLocaleString('en')}.`,
      '/paths',
    );
  return path.startsWith('/') || methodsIn(raw).length > 0 ? undefined : withoutSlash(path, at);
}

const withoutSlash = (path: string, at: string): SpecError =>
  invalid(`The path "${path}" does not begin with "/".`, `Write "/${path}".`, at);

/** The path item at a template; throws SpecError where it is no path item that can be called. */
function readPathItem({ document }: Source, path: string, raw: Json | undefined, at: string): JsonObject {
  if (!path.startsWith('/')) throw withoutSlash(path, at);
  if (path.includes('#'))
    throw invalid(`The path "${path}" has a fragment, which no request carries.`, 'Document it as a parameter.', at);
  return resolveObject(document, raw, at).value;
}

/**
 * All operations in canonical order (path, then method). What is malformed is left out and told, the rest is read; throws the first
 * SpecError where nothing at all can be read, and SPEC_TOO_COMPLEX. `findings` = what was left out before.
 */
export function readOperations(source: Source, findings: Findings): { operations: Operation[]; leftOut: number } {
  const paths = source.document['paths'];
  if (!isObject(paths))
    throw invalid('The document has no "paths".', 'Publish the OpenAPI document that holds the paths.', '/paths');
  const operations: Operation[] = [];
  let documented = findings.operations;
  for (const path of Object.keys(paths).sort()) {
    if (path.startsWith('x-')) continue;
    const at = `/paths${pointerToken(path)}`;
    const misplaced = misplacedAt(path, paths[path], at);
    if (misplaced) {
      documented += methodsIn(paths[path]).length;
      findings.note(path.slice(0, MAX_PATH_LENGTH), misplaced);
      continue;
    }
    const item = findings.around(path, () => readPathItem(source, path, paths[path], at));
    const methods = methodsIn(item ?? paths[path]);
    // Of a path that leads nowhere it is not known how many it has.
    documented += item === undefined ? Math.max(1, methods.length) : methods.length;
    if (item === undefined) continue;
    for (const method of methods) {
      const operation = findings.around(`${method} ${path}`, () =>
        readOperation(source, item, path, method, at, findings),
      );
      if (operation) operations.push(operation);
    }
    if (operations.length > MAX_OPERATIONS)
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The document has more than ${MAX_OPERATIONS.toLocaleString('en')} operations.`,
        'Publish the part of the API that this feature uses.',
      );
  }
  const distinct = leaveOutCollisions(operations, findings);
  if (distinct.length === 0 && findings.first) throw findings.first;
  source.warnings.push(...findings.told());
  return { operations: distinct, leftOut: documented - distinct.length };
}

function methodsIn(item: Json | undefined): HttpMethod[] {
  return METHODS.filter((method) => member(item, method.toLowerCase()) !== undefined);
}
