import type { Json, JsonSchema } from '#verifier/plan/plan.ts';
import type { Findings } from '../json/findings.ts';
import { isObject, type JsonObject, pointerToken } from '../json/json-object.ts';
import { isUnstatedStatus } from '../dialects/is-unstated-status.ts';
import { resolveReference } from '../document/resolve-reference.ts';
import { isJsonType, readContent, type Source } from './read-content.ts';
import { readRequiredHeaders } from './read-required-headers.ts';
import { invalid } from '../json/spec-error.ts';
import type { Link, Response } from '../model/operation.ts';

/** Input for reading one operation: the document, the findings to report to, and the operation's key. */
export type Reading = { source: Source; findings: Findings; key: string };

/** True for a string with `format: binary`: the response is bytes, whatever its media type. */
function isFile({ schemas }: Source, schema: JsonSchema | undefined): boolean {
  const { types, rest } = schemas.flatten(schema ?? true);
  return types[0] === 'string' && rest['format'] === 'binary';
}

/**
 * True for a plain string that is documented under the wildcard type and another one. Generators write that for a
 * handler that returns a string, which need not be JSON.
 */
function isWritten({ contentTypes, schema }: ReturnType<typeof readContent>): boolean {
  const isText = isObject(schema) && Object.keys(schema).length === 1 && schema['type'] === 'string';
  return isText && contentTypes.length > 1 && contentTypes.includes('*/*');
}

/**
 * Returns the media types that a response may have. Bytes documented as JSON may have any type, and so may a response
 * with an empty schema: FastAPI documents JSON for a text as well.
 */
function typesOf({ contentTypes, schema }: ReturnType<typeof readContent>, isBytes: boolean): string[] {
  if (isBytes) return contentTypes.map((type) => (isJsonType(type) ? '*/*' : type));
  const isUnsaid = schema === true || (isObject(schema) && Object.keys(schema).length === 0);
  return isUnsaid ? [...contentTypes, '*/*'] : contentTypes;
}

const BODILESS = /^(204|205|304)$/;

/**
 * Reads the responses of an operation, by status. A 4xx or 5xx response that cannot be read is reported and counts as
 * undescribed. Any other one that cannot be read throws SpecError.
 */
export function readResponses(
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
  const { value, at: place } = resolveReference(source.document, raw, `${at}/responses/${status}`);
  const media = readContent(source, BODILESS.test(status) ? undefined : value['content'], place);
  const isBytes = isFile(source, media.schema);
  const requiredHeaders = readRequiredHeaders(source, value['headers'], place);
  return {
    contentTypes: typesOf(media, isBytes),
    schema: isBytes || isWritten(media) ? undefined : media.schema,
    headers: headersOf(status, value['headers']),
    ...(requiredHeaders.length > 0 ? { requiredHeaders } : {}),
    examples: media.examples,
    links: readLinks(source, value['links'], place),
    ...(isUnstatedStatus(source.document, operation, status, value, media.contentTypes) ? { isUnstated: true } : {}),
    pointer: `${at}/responses/${status}`,
  };
}

/** Returns the names of the documented headers in lower case. A 303 always has Location. */
function headersOf(status: string, headers: Json | undefined): string[] {
  const names = isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : [];
  return status === '303' && !names.includes('location') ? [...names, 'location'] : names;
}

export function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** Reads an OpenAPI link. Undefined if it lacks its operation or its parameters. */
function readLink(source: Source, raw: Json | undefined, at: string): Link | undefined {
  const { value } = resolveReference(source.document, raw, at);
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
