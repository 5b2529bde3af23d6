import type { Json } from '#verifier/plan/plan.ts';
import { readPointer } from '#verifier/plan/json-pointer.ts';
import { meantBy } from '../json/closest-name.ts';
import type { Findings } from '../json/findings.ts';
import { isObject, type JsonObject, member, pointerToken } from '../json/json-object.ts';
import { invalid, SpecError } from '../json/spec-error.ts';
import { refuseOtherDocument } from './other-formats.ts';
import { HTTP_METHODS } from './http-methods.ts';

const methods = HTTP_METHODS.map((method) => method.toLowerCase());

/**
 * Converts OpenAPI 2.0 to 3.0 by `@scalar/openapi-upgrader`. Versions 3.0 and 3.1 are returned unchanged:
 * `normaliseSchema` reads both. (The library's step to 3.1 would rewrite properties named "example" or "nullable".) An
 * operation that cannot be converted is left out and reported. Throws SPEC_INVALID for any other version, and if the
 * rest of a 2.0 document cannot be converted.
 */
export async function upgradeDocument(document: JsonObject, findings: Findings): Promise<JsonObject> {
  const version = versionOf(document, findings);
  if (version !== undefined && /^3\.[01](\.|$)/.test(version)) return document;
  const swagger = member(document, 'swagger');
  if (version === undefined && swagger === undefined) refuseOtherDocument(document);
  if (String(swagger) !== '2.0' && swagger !== 2)
    throw new SpecError(
      'SPEC_INVALID',
      version === undefined && swagger === undefined
        ? 'The document has neither "openapi" nor "swagger": it is not an OpenAPI document.'
        : `OpenAPI version ${version ?? String(swagger)} is not supported.`,
      `${meantBy(document, ['openapi', 'swagger'])}Publish OpenAPI 3.1, 3.0 or 2.0, for example "openapi": "3.1.0".`,
      version === undefined ? '/swagger' : '/openapi',
    );
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  /** Returns undefined if the upgrader throws: its error names no place in the document. */
  const upgrade = (part: JsonObject): JsonObject | undefined => {
    try {
      return upgradeFromTwoToThree({ ...structuredClone(part), swagger: '2.0' }) as JsonObject;
    } catch {
      return undefined;
    }
  };
  const paths = member(document, 'paths');
  const operations = isObject(paths) ? operationsIn(paths, document) : {};
  const { produces: _said, ...rest } = document;
  const defaults = rest['consumes'] === undefined ? {} : { consumes: rest['consumes'] };
  const isReadable = (alone: JsonObject) => upgrade({ ...defaults, paths: alone }) !== undefined;
  const upgraded =
    upgrade({ ...rest, paths: operations }) ??
    upgrade({ ...rest, paths: withoutBroken(operations, isReadable, findings) });
  if (upgraded === undefined)
    throw new SpecError(
      'SPEC_INVALID',
      'The OpenAPI 2.0 document could not be read.',
      'Check its definitions, parameters, responses, consumes and produces against OpenAPI 2.0.',
    );
  return { ...upgraded, paths: isObject(paths) ? withTheRest(paths, upgraded['paths']) : (paths ?? null) };
}

/** Returns the version as text. YAML without quotes turns `openapi: 3.1` into a number, and `3.0` into 3. */
function versionOf(document: JsonObject, findings: Findings): string | undefined {
  const version = member(document, 'openapi');
  if (typeof version !== 'number') return version === undefined ? undefined : String(version);
  findings.readOtherwise(
    '/openapi',
    'The version is a number, and should be a text; it is read as its writing.',
    'Write "openapi": "3.1.0", in quotes.',
  );
  return Number.isInteger(version) ? version.toFixed(1) : String(version);
}

/**
 * True for an entry of a path item that is passed to the upgrader: an operation that is an object, or a list of
 * parameters. The upgrader may throw on other entries. They are put back afterwards, and `readOperations` reports
 * malformed ones.
 */
function isReadByUpgrader([name, value]: [string, Json]): boolean {
  return name === 'parameters' ? Array.isArray(value) : methods.includes(name) && isObject(value);
}

function operationsIn(paths: JsonObject, document: JsonObject): JsonObject {
  const items = Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return [];
    const read = Object.entries(item).filter(isReadByUpgrader);
    const told = read.map(([name, value]) => [
      name,
      name === 'parameters' ? withSharedBodies(value, document) : producing(value, document),
    ]);
    return [[path, Object.fromEntries(told)] as const];
  });
  return Object.fromEntries(items);
}

/**
 * Writes `produces`, shared bodies and shared responses into an operation of Swagger 2.0. The upgrader would use the
 * document's `produces` for shared responses, although that of the operation has precedence.
 */
function producing(operation: Json, document: JsonObject): Json {
  if (!isObject(operation)) return operation;
  const produces = member(operation, 'produces') ?? member(document, 'produces');
  const responses = member(operation, 'responses');
  const parameters = member(operation, 'parameters');
  return {
    ...operation,
    ...(parameters === undefined ? {} : { parameters: withSharedBodies(parameters, document) }),
    ...(produces === undefined ? {} : { produces }),
    ...(isObject(responses) ? { responses: withShared(responses, document) } : {}),
  };
}

/** Returns the parameters with references to shared bodies and form fields resolved: the upgrader would lose them. */
function withSharedBodies(parameters: Json, document: JsonObject): Json {
  if (!Array.isArray(parameters)) return parameters;
  return parameters.map((parameter) => {
    const reference = member(parameter, '$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return parameter;
    const shared = readPointer(document, reference.slice(1));
    return shared !== undefined && /^(body|formData)$/.test(String(member(shared, 'in'))) ? shared : parameter;
  });
}

function withShared(responses: JsonObject, document: JsonObject): JsonObject {
  const own = Object.entries(responses).map(([status, response]): [string, Json] => {
    const reference = member(response, '$ref');
    const isShared = typeof reference === 'string' && reference.startsWith('#/responses/');
    return [status, (isShared ? readPointer(document, reference.slice(1)) : undefined) ?? response];
  });
  return Object.fromEntries(own);
}

function withTheRest(paths: JsonObject, upgraded: Json | undefined): JsonObject {
  const items = Object.entries(paths).map(([path, item]): [string, Json] => {
    if (!isObject(item)) return [path, item];
    const rest = Object.entries(item).filter((entry) => !isReadByUpgrader(entry));
    return [path, { ...Object.fromEntries(rest), ...(member(upgraded, path) as JsonObject) }];
  });
  return Object.fromEntries(items);
}

function withoutBroken(paths: JsonObject, isReadable: (alone: JsonObject) => boolean, findings: Findings): JsonObject {
  const items = Object.entries(paths).map(([path, item]): [string, Json] => {
    const { parameters, ...operations } = item as JsonObject;
    const shared = parameters === undefined ? {} : { parameters };
    const kept = Object.entries(operations).filter(([method, operation]) => {
      if (isReadable({ [path]: { ...shared, [method]: operation } })) return true;
      const at = `/paths${pointerToken(path)}/${method}`;
      const fix = 'Check its parameters and responses, and those of its path, against OpenAPI 2.0.';
      findings.operations += 1;
      findings.add(`${method.toUpperCase()} ${path}`, invalid(`The operation at ${at} could not be read.`, fix, at));
      return false;
    });
    return [path, kept.length > 0 ? { ...shared, ...Object.fromEntries(kept) } : {}];
  });
  return Object.fromEntries(items);
}
