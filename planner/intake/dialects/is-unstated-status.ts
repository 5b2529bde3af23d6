import type { Json } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';

/** Descriptions that generators write for 200 if the author gave none. */
const UNSAID = /^(OK|Success)$/;
/** The description that @fastify/swagger writes for a route without a documented response. */
const UNSAID_WITHOUT_BODY = 'Default Response';
/** Descriptions, by status, that generators write for a handler that returns nothing. For POST they guess 201. */
const NOTHING: Record<string, string> = { '201': 'Created', '204': 'No Content' };
const knownDocuments = new WeakMap<JsonObject, boolean>();

/**
 * True if 200 is the only success of the document, and none has a description of its author. Then the author stated no
 * status.
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

/** True if springdoc serves the document: it writes this description of the server. */
function isServedAsGenerated(document: JsonObject): boolean {
  const servers = document['servers'];
  return Array.isArray(servers) && servers.some((one) => member(one, 'description') === 'Generated server url');
}

/**
 * True for a custom POST action in a spec of Django REST framework. It is documented with 200 and an empty description,
 * but may answer 201.
 */
function isActionOfView(operation: JsonObject, response: JsonObject): boolean {
  return response['description'] === '' && String(operation['operationId']).endsWith('_create');
}

/**
 * True for a DELETE of Spring Data REST. springdoc documents 204, but the server answers 200 with the item to a request
 * with an Accept header.
 */
function isDeleteOfRepository({ operationId }: JsonObject, response: JsonObject): boolean {
  return /^deleteItemResource-.+-delete/.test(String(operationId)) && isNothing('204', response);
}

/**
 * True if a generator wrote a status without knowing it, so that any success may come. This covers:
 * - 200 with a generated description, if its media type is a wildcard or none, or if the document has no other success;
 * - 201 of a handler that returns nothing;
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
