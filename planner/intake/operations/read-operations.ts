import { meantBy } from '../json/closest-name.ts';
import type { HttpMethod, Json } from '#verifier/plan/plan.ts';

import type { Findings } from '../json/findings.ts';
import { isObject, type JsonObject, pointerToken, member } from '../json/json-object.ts';
import { leaveOutCollisions } from '../document/leave-out-collisions.ts';
import { isFrameworkSearch } from '../dialects/is-framework-search.ts';
import { isFilledInSecurity, isOpenToAll } from './is-open-to-all.ts';
import { resolveReference } from '../document/resolve-reference.ts';
import { readBody } from './read-body.ts';
import { examplesOf, isJsonType, type Source } from './read-content.ts';
import { serverPath } from './server-path.ts';
import { isHeaderParameter, withAcceptedTypes } from './read-required-headers.ts';
import { invalid, SpecError } from '../json/spec-error.ts';
import type { Operation, Parameter } from '../model/operation.ts';
import { unquotedKey } from '../dialects/unquoted-key.ts';
import { writeOutPath } from '../dialects/write-out-path.ts';
import { HTTP_METHODS } from '../document/http-methods.ts';
import { type Reading, readResponses, isPresent } from './read-responses.ts';

export const MAX_OPERATIONS = 20_000;
/** A longer path, with its values, would exceed the request line that servers accept by default. */
const MAX_PATH_LENGTH = 2_000;
const LOCATIONS = ['path', 'query', 'header', 'cookie'];

function readParameter(source: Source, raw: Json, at: string): Parameter {
  const { value, at: place } = resolveReference(source.document, raw, at);
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

/** Returns `style` and `explode` of a parameter, or the defaults of OpenAPI 3 for its location. */
function styleOf(raw: JsonObject, location: string): { style: string; explode: boolean } {
  const usual = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const style = typeof raw['style'] === 'string' ? raw['style'] : usual;
  const explode = typeof raw['explode'] === 'boolean' ? raw['explode'] : style === 'form';
  return { style, explode };
}

/**
 * Returns one parameter for each member of a query object (`style: form`, `explode`): `?limit=5&sort=name`. A member is
 * required if the object requires it. Other parameters stay unchanged, also an optional object with required members.
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

/**
 * Reads the parameters of an operation. Its own replace those of the path item with the same name and location. An
 * optional parameter that cannot be read is left out and reported. The search of Django REST framework is left out.
 * Throws SpecError if `parameters` is no list, and for a broken reference or a required parameter that cannot be read.
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
      const named = resolveReference(source.document, raw, `${place}/parameters/${index}`);
      if (isFrameworkSearch(source.document, named.value)) continue;
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

/**
 * True if callers must authenticate: by a required Authorization parameter, by `namesNoScheme`, or by `security`. For
 * an operation that is public by name (`GET /health`), neither `namesNoScheme` nor the document-wide `security` counts:
 * documents often forget to exempt it. Document-wide `security` that drf-yasg filled in does not count either.
 */
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

/**
 * True if the operation documents 401 and 403, but neither it nor the document names a security scheme. Its author did
 * not document the sign-in.
 */
function namesNoScheme(document: JsonObject, operation: JsonObject): boolean {
  const schemes = member(member(document, 'components'), 'securitySchemes');
  const isNamed = operation['security'] ?? document['security'] ?? schemes;
  const responses = member(operation, 'responses');
  return isNamed === undefined && ['401', '403'].every((status) => member(responses, status) !== undefined);
}

/** Returns a path parameter for a name in the path that is not documented. */
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
  const below = serverPath(source.document, raw['servers'] ?? pathItem['servers'], template, at);
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

/**
 * Returns why an entry of `paths` is skipped. It is no object, its path is too long, or it has neither a leading slash
 * nor an operation. Undefined for other entries.
 */
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

/** Returns the path item of a path. Throws SpecError if the path has no leading slash or has a fragment. */
function readPathItem({ document }: Source, path: string, raw: Json | undefined, at: string): JsonObject {
  if (!path.startsWith('/')) throw withoutSlash(path, at);
  if (path.includes('#'))
    throw invalid(`The path "${path}" has a fragment, which no request carries.`, 'Document it as a parameter.', at);
  return resolveReference(document, raw, at).value;
}

/**
 * Reads all operations, sorted by path, then by method. Malformed ones are left out and reported in `findings`;
 * `leftOut` counts them with those that were left out before. Throws the first SpecError if none is left, SPEC_INVALID
 * without `paths`, and SPEC_TOO_COMPLEX beyond 20,000.
 */
export function readOperations(source: Source, findings: Findings): { operations: Operation[]; leftOut: number } {
  const paths = source.document['paths'];
  if (!isObject(paths))
    throw invalid(
      'The document has no "paths".',
      `${meantBy(source.document, ['paths'])}Publish the OpenAPI document that holds the paths.`,
      '/paths',
    );
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
    // A path item that cannot be read counts as at least one operation.
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
  return HTTP_METHODS.filter((method) => member(item, method.toLowerCase()) !== undefined);
}
