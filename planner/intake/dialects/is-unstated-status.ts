import type { Json } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';

/** Descriptions of 200 that generators write when the author gave none. */
const UNSAID = /^(OK|Success)$/;
/**
 * The text of @fastify/swagger for a route without a documented response. If a route documents one, its status is real.
 */
const UNSAID_WITHOUT_BODY = 'Default Response';
/** Texts for a handler that returns nothing. For POST these generators guess 201. */
const NOTHING: Record<string, string> = { '201': 'Created', '204': 'No Content' };
const knownDocuments = new WeakMap<JsonObject, boolean>();

/** True if the whole document names no success but 200 and describes none: its author saw no status. */
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

/** True if the document is served by springdoc, which fills in a generated server URL. */
function isServedAsGenerated(document: JsonObject): boolean {
  const servers = document['servers'];
  return Array.isArray(servers) && servers.some((one) => member(one, 'description') === 'Generated server url');
}

/**
 * Generators of Django REST framework know the statuses of its own views. A custom POST action is documented with 200
 * and no description, and may answer 201.
 */
function isActionOfView(operation: JsonObject, response: JsonObject): boolean {
  return response['description'] === '' && String(operation['operationId']).endsWith('_create');
}

/**
 * springdoc documents 204 for every DELETE of Spring Data REST. By default it answers 200 with the item if the request
 * has an Accept header.
 */
function isDeleteOfRepository({ operationId }: JsonObject, response: JsonObject): boolean {
  return /^deleteItemResource-.+-delete/.test(String(operationId)) && isNothing('204', response);
}

/**
 * True if a generator wrote 200 without knowing the status: the description is "OK" and the media type any or none, or
 * the whole document is like that. Also 201 for a handler that returns nothing, and 204 for a repository's delete.
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
