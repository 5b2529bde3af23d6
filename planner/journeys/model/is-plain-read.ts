import { barePath, nounSegment, withoutSlash } from '../../resources/model/path-template.ts';
import { successBody, successResponses } from '../../resources/responses/response-shape.ts';
import type { HttpMethod, JsonSchema } from '#verifier/plan/plan.ts';
import { isJsonType } from '../../intake/operations/read-content.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Parameter, Response } from '../../intake/model/operation.ts';
import { findingItems, looking } from '../../vocabulary/crud-verbs.ts';
import { isActionVerb } from '../../vocabulary/action-words.ts';
import type { Planning } from './planning.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { affectsAll, changing, destroying, orElse, takingReads } from '../../vocabulary/segment-words.ts';

/** True for GET and HEAD. Servers answer HEAD like GET, without the body. */
export function isGet(method: HttpMethod): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * True for a GET or HEAD without path parameters whose last name begins with an ending verb: `GET /admin/restart`. Also
 * if that name is a taking verb, alone or with "next": `GET /jobs/dequeue`, `GET /jobs/claim-next`.
 */
export function isDestructiveRead({ method, path }: Operation): boolean {
  const [first = '', ...others] = wordsOf(nounSegment(path));
  const takes = takingReads.has(first) && (others.length === 0 || others.includes('next'));
  return isGet(method) && !path.includes('{') && (takes || destroying.has(first));
}

function isCalledLikeAction(segment: string): boolean {
  const [first = '', ...others] = wordsOf(segment);
  return changing.has(first) || (others.length === 0 && isActionVerb(first));
}

/**
 * True for a GET, HEAD or search by POST that needs no guessed value but path parameters. False if its last name is an
 * action (`GET /jobs/{id}/run`), if it is called by name, or if a required query, header or cookie parameter has no
 * documented value.
 */
function isPlain({ graph, model }: Planning, operation: Operation): boolean {
  const { operations, schemas } = model;
  const { method, path, parameters } = operation;
  // `POST /filters/saved` creates items if the document also has `/filters/saved/{id}`.
  const hasItems = method === 'POST' && operations.some((one) => one.path.startsWith(`${withoutSlash(path)}/{`));
  const isGuessed = (one: Parameter) => {
    const { rest } = schemas.flatten(one.schema);
    const vouched = ['const', 'enum', 'default', 'examples'].some((key) => rest[key] !== undefined);
    return one.required && one.in !== 'path' && one.examples.length === 0 && !vouched;
  };
  const isRead = (isGet(method) || looksOnly(model, operation)) && !hasItems && !graph.rpc.has(operation);
  return isRead && !parameters.some(isGuessed) && !isCalledLikeAction(nounSegment(path));
}

/** True for a plain read with a response body, documented or assumed, and for a plain HEAD. */
export function isPlainRead(planning: Planning, operation: Operation): boolean {
  return (successBody(operation) !== undefined || operation.method === 'HEAD') && isPlain(planning, operation);
}

function isCalledLikeSearch(name: string): boolean {
  const [first = '', ...others] = wordsOf(name);
  return looking.has(first) && !others.some((word) => orElse.has(word));
}

/**
 * True for a search by POST, such as `POST /pets/search`: its path or summary calls it a search, and 200 is documented.
 */
export function isSearchByPost(schemas: SchemaStore, operation: Operation): boolean {
  const { method, path, responses } = operation;
  const own = barePath(path).split('/').at(-1) ?? '';
  const isNamed = isCalledLikeSearch(own.slice(own.lastIndexOf(':') + 1)) || saysThatItLooks(schemas, operation);
  return method === 'POST' && isNamed && responses['200'] !== undefined;
}

/**
 * True if the summary begins with find, search or lookup ("Find near misses"). Without a summary, the operationId
 * counts. An operationId beside it must name a search, and a word such as "or" or "create" rules it out. The response
 * must hold a list. A summary with "query" does not count, because its text may be a prompt.
 */
function saysThatItLooks(schemas: SchemaStore, operation: Operation): boolean {
  const { words, id, key } = operation;
  const said = wordsOf(words)[0] ?? '';
  const finds = (findingItems.has(said) || said === 'lookup') && isCalledLikeSearch(words);
  return finds && (id === key || isCalledLikeSearch(id)) && listsSomething(schemas, successBody(operation));
}

/** True for an array, or an object with an array member. Without a list, "Find a match" for a player may create one. */
function listsSomething(schemas: SchemaStore, schema: JsonSchema | undefined): boolean {
  const { types, properties } = schemas.flatten(schema ?? {});
  return [types, ...Object.values(properties).map((one) => schemas.flatten(one).types)].some(
    ([type]) => type === 'array',
  );
}

/**
 * True for a search by POST that is alone on its path and whose body has no required member and no alternatives: a
 * required text may be a prompt that costs money. Its parent path must be in the document, or its summary must call it
 * a search.
 */
function looksOnly({ operations, schemas }: SpecModel, operation: Operation): boolean {
  if (!isSearchByPost(schemas, operation)) return false;
  const { path, body } = operation;
  const place = withoutSlash(path);
  const above = place.slice(0, Math.max(place.lastIndexOf('/'), place.lastIndexOf(':')));
  const isAlone = operations.every((one) => one === operation || one.path !== path);
  const isBelow = operations.some((one) => withoutSlash(one.path) === above);
  const { required, alternatives } = schemas.flatten(body?.schema ?? true);
  return (
    isAlone && (isBelow || saysThatItLooks(schemas, operation)) && required.length === 0 && alternatives.length === 0
  );
}

/**
 * True for a GET, HEAD or search by POST that may be called without an item of the run. No word of its path, and no
 * first word of its summary or operationId, names a change or an effect on all users (`GET /backup`). A success must be
 * documented, and each must offer JSON, plain text, HTML or YAML, or have no media type.
 */
export function isHarmlessRead(planning: Planning, operation: Operation): boolean {
  if (!isPlain(planning, operation) || (isGet(operation.method) && operation.body?.required)) return false;
  const segments = operation.path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const words = [operation.words, operation.id].map((name) => wordsOf(name)[0] ?? '').concat(segments.flatMap(wordsOf));
  if (segments.some(isCalledLikeAction) || words.some((word) => changing.has(word) || affectsAll.has(word)))
    return false;
  if (/\b(sign|log) ?(out|off)\b/.test(wordsOf(operation.path).join(' '))) return false;
  const documented = successResponses(operation).map(([, response]) => response);
  return documented.length > 0 && documented.every(isReadable);
}

function isReadable({ contentTypes, schema }: Response): boolean {
  const isText = (type: string) => isJsonType(type) || TEXT.test(type) || (type === '*/*' && schema !== undefined);
  return contentTypes.length === 0 || contentTypes.some(isText);
}

const TEXT = /^(text\/(plain|html)|(text|application)\/(x-)?yaml)\s*(;|$)/i;
