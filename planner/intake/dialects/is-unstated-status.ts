import type { Json } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';

/** Descriptions of 200 that generators write if the author gave none. */
const UNSAID = /^(OK|Success)$/;
/** The description that @fastify/swagger writes for a route without a documented response. */
const UNSAID_WITHOUT_BODY = 'Default Response';
/** Descriptions, by status, that generators write for a handler that returns nothing. */
const NOTHING: Record<string, string> = { '201': 'Created', '204': 'No Content' };
const knownDocuments = new WeakMap<JsonObject, boolean>();

/**
 * True if no success of the document is described by its author. Each is 200 with a generated description, or 201 or
 * 204 with the generated description of an empty response.
 */
function knowsOneSuccess(document: JsonObject): boolean {
  const known =
    knownDocuments.get(document) ??
    successesOf(document).every(([status, said]) => (status === '200' ? isUnsaid(said) : isNothing(status, said)));
  knownDocuments.set(document, known);
  return known;
}

function isUnsaid(response: Json): boolean {
  return UNSAID.test(String(member(response, 'description')));
}

function isNothing(status: string, response: Json): boolean {
  if (!Object.hasOwn(NOTHING, status)) return false;
  return member(response, 'description') === NOTHING[status] && member(response, 'content') === undefined;
}

function successesOf(document: JsonObject): [string, Json][] {
  const operations = Object.values(document['paths'] ?? {}).flatMap((item) =>
    isObject(item) ? Object.values(item) : [],
  );
  const responses = operations.map((operation) => member(operation, 'responses'));
  return responses
    .flatMap((one) => (isObject(one) ? Object.entries(one) : []))
    .filter(([status]) => status.startsWith('2'));
}

/** True if a server has the description that springdoc writes. */
function isServedAsGenerated(document: JsonObject): boolean {
  const servers = document['servers'];
  return Array.isArray(servers) && servers.some((one) => member(one, 'description') === 'Generated server url');
}

/**
 * True for a response with an empty description of an operation `…_create`. Django REST framework documents a custom
 * POST action in that way, which may answer 201.
 */
function isActionOfView(operation: JsonObject, response: JsonObject): boolean {
  return response['description'] === '' && String(operation['operationId']).endsWith('_create');
}

/**
 * True for the 204 of a DELETE of Spring Data REST. If the request has an Accept header, the server answers 200
 * with the deleted item.
 */
function isDeleteOfRepository({ operationId }: JsonObject, response: JsonObject): boolean {
  return /^deleteItemResource-.+-delete/.test(String(operationId)) && isNothing('204', response);
}

/**
 * True if a generator wrote the status without knowing it, so that the server may answer any success:
 * - 200 of a custom action of Django REST framework;
 * - 200 "Default Response" without a media type;
 * - 200 "OK" or "Success", if it has no media type but the wildcard, springdoc serves the document, or the author
 *   described no success;
 * - 201 "Created" without content, if the author described no success;
 * - 204 of a DELETE of Spring Data REST.
 */
export function isUnstatedStatus(
  document: JsonObject,
  operation: JsonObject,
  status: string,
  response: JsonObject,
  contentTypes: string[],
): boolean {
  if (status === '201') return isNothing(status, response) && knowsOneSuccess(document);
  if (status === '204') return isDeleteOfRepository(operation, response);
  if (status !== '200') return false;
  if (isActionOfView(operation, response)) return true;
  if (response['description'] === UNSAID_WITHOUT_BODY) return contentTypes.length === 0;
  if (!isUnsaid(response)) return false;
  return contentTypes.every((type) => type === '*/*') || isServedAsGenerated(document) || knowsOneSuccess(document);
}
