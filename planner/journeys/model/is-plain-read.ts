import { barePath, nounSegment, withoutSlash } from '../../resources/model/path-template.ts';
import { successBody, successResponses } from '../../resources/responses/response-shape.ts';
import type { HttpMethod, JsonSchema } from '#verifier/plan/plan.ts';
import { isJsonType } from '../../intake/operations/read-content.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Parameter, Response } from '../../intake/model/operation.ts';
import { looking } from '../../vocabulary/crud-verbs.ts';
import { isActionVerb } from '../../vocabulary/action-words.ts';
import type { Planning } from './planning.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/** Verbs that stand first in the name of a GET which does something all the same. */
const DOES = new Set(
  'clear delete flush logout mark purge rebuild refresh remove reset restart run sync test trigger'.split(' '),
);

/** Verbs that destroy or end: delete, restart, logout. */
const DESTROYS = new Set(
  'clear delete destroy disable drain drop exit flush kill logoff logout purge quit reboot remove reset restart shutdown signoff signout stop suspend terminate truncate uninstall wipe'.split(
    ' ',
  ),
);

/** Reads that take a waiting item from others: `/jobs/dequeue`, `/jobs/claim-next`. */
const TAKES = new Set('acquire claim consume dequeue pop receive'.split(' '));

/**
 * Reads that affect every user if they are below no created item, that keep the connection open, or that return a great
 * deal.
 */
export const AFFECTS_ALL = new Set([
  ...DESTROYS,
  ...'acquire activate approve archive backup cancel claim cleanup consume create deactivate deploy dequeue download dump empty enable evict execute export forget generate import init install invalidate launch lease listen login migrate next pause poll pop populate publish receive redeploy regenerate reindex reinit reject reload renew resume revoke rollback rotate scan seed send sse start stream submit subscribe tail unsubscribe update upgrade vacuum wait watch'.split(
    ' ',
  ),
]);

/** True for methods that only read. Frameworks answer HEAD like GET, without the body. */
export function isGet(method: HttpMethod): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A GET that is called after what it ends (`GET /admin/restart`) and is below no created item. It is never sent. */
export function isDestructiveRead({ method, path }: Operation): boolean {
  const [first = '', ...others] = wordsOf(nounSegment(path));
  const takes = TAKES.has(first) && (others.length === 0 || others.includes('next'));
  return isGet(method) && !path.includes('{') && (takes || DESTROYS.has(first));
}

function isCalledLikeAction(segment: string): boolean {
  const [first = '', ...others] = wordsOf(segment);
  return DOES.has(first) || (others.length === 0 && isActionVerb(first));
}

/**
 * A GET named like an action may be one, and a required parameter would have to be guessed: such a GET is not plain.
 */
function isPlain({ graph, model }: Planning, operation: Operation): boolean {
  const { operations, schemas } = model;
  const { method, path, parameters } = operation;
  // A word such as "saved" in a path names items if a create exists there: saved filters.
  const hasItems = method === 'POST' && operations.some((one) => one.path.startsWith(`${withoutSlash(path)}/{`));
  const isGuessed = (one: Parameter) => {
    const { rest } = schemas.flatten(one.schema);
    const vouched = ['const', 'enum', 'default', 'examples'].some((key) => rest[key] !== undefined);
    return one.required && one.in !== 'path' && one.examples.length === 0 && !vouched;
  };
  const isRead = (isGet(method) || looksOnly(model, operation)) && !hasItems && !graph.rpc.has(operation);
  return isRead && !parameters.some(isGuessed) && !isCalledLikeAction(nounSegment(path));
}

/** A read below an item of the run, and what it shows. */
export function isPlainRead(planning: Planning, operation: Operation): boolean {
  return (successBody(operation) !== undefined || operation.method === 'HEAD') && isPlain(planning, operation);
}

/** "Find or create": a POST that may create what it does not find. */
const ELSE = new Set('or and then else create'.split(' '));

function isCalledLikeSearch(name: string): boolean {
  const [first = '', ...others] = wordsOf(name);
  return looking.has(first) && !others.some((word) => ELSE.has(word));
}

/** A search by POST: its path or its own words call it one, and it is answered 200 with what it found. */
export function isSearchByPost(schemas: SchemaStore, operation: Operation): boolean {
  const { method, path, responses } = operation;
  const own = barePath(path).split('/').at(-1) ?? '';
  const isNamed = isCalledLikeSearch(own.slice(own.lastIndexOf(':') + 1)) || saysThatItLooks(schemas, operation);
  return method === 'POST' && isNamed && responses['200'] !== undefined;
}

/**
 * The summary and the operationId begin with a reading verb ("Find near misses"). "Query" is excluded: it may be a
 * prompt.
 */
function saysThatItLooks(schemas: SchemaStore, operation: Operation): boolean {
  const { words, id, key } = operation;
  const finds = /^(find|look|search)/.test(wordsOf(words)[0] ?? '') && isCalledLikeSearch(words);
  return finds && (id === key || isCalledLikeSearch(id)) && listsSomething(schemas, successBody(operation));
}

/** "Find" may create something (a match for a player). It is a read only where the response is a list. */
function listsSomething(schemas: SchemaStore, schema: JsonSchema | undefined): boolean {
  const { types, properties } = schemas.flatten(schema ?? {});
  return [types, ...Object.values(properties).map((one) => schemas.flatten(one).types)].some(
    ([type]) => type === 'array',
  );
}

/**
 * A POST that only reads: below a collection, or called so, alone at its path, and without a free text. A free text may
 * be a prompt that costs money, or the body of a create.
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
 * A read that is below nothing of the run's own: no word of it may say that it does anything, and what it answers is no
 * download.
 */
export function isHarmlessRead(planning: Planning, operation: Operation): boolean {
  if (!isPlain(planning, operation) || (isGet(operation.method) && operation.body?.required)) return false;
  const segments = operation.path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const words = [operation.words, operation.id].map((name) => wordsOf(name)[0] ?? '').concat(segments.flatMap(wordsOf));
  if (segments.some(isCalledLikeAction) || words.some((word) => DOES.has(word) || AFFECTS_ALL.has(word))) return false;
  if (/\b(sign|log) ?(out|off)\b/.test(wordsOf(operation.path).join(' '))) return false;
  const documented = successResponses(operation).map(([, response]) => response);
  return documented.length > 0 && documented.every(isReadable);
}

function isReadable({ contentTypes, schema }: Response): boolean {
  const isText = (type: string) => isJsonType(type) || TEXT.test(type) || (type === '*/*' && schema !== undefined);
  return contentTypes.length === 0 || contentTypes.some(isText);
}

const TEXT = /^(text\/(plain|html)|(text|application)\/(x-)?yaml)\s*(;|$)/i;
