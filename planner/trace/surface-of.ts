import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { SchemaStore } from '../intake/schema/schema-store.ts';
import type { Operation } from '../intake/model/operation.ts';
import type { Planning } from '../journeys/model/planning.ts';
import { signsInOrOut } from '../resources/auth/signs-in.ts';
import { isPagingParameter } from '../resources/lists/paging-of.ts';
import { isItemPath, nounSegment } from '../resources/model/path-template.ts';
import { successBody } from '../resources/responses/response-shape.ts';
import type { Role, SurfaceOperation } from '../outcome/surface-operation.ts';
import { singular } from '../vocabulary/singular.ts';
import { wordsOf } from '../vocabulary/words-of.ts';
import { phraseOf } from './phrase-of.ts';

/** The most member names of one operation that are kept. */
const MOST_NAMES = 60;
/** The most members of an object that may be a wrapper. Of such an object, the members' members count, too. */
const WRAPPER_MEMBERS = 4;

/** Returns the operations of a spec with the words by which sentences refer to them: role, verbs, nouns and members. */
export function surfaceOf({ model, graph }: Pick<Planning, 'model' | 'graph'>): SurfaceOperation[] {
  const roles = new Map<Operation, Role>();
  for (const { create, list, read, put, patch, remove, actions } of graph.resources) {
    for (const { operation } of actions) roles.set(operation, 'act');
    if (create) roles.set(create.operation, 'create');
    if (list) roles.set(list.operation, 'list');
    if (read) roles.set(read.operation, 'read');
    for (const update of [put, patch]) if (update && !roles.has(update)) roles.set(update, 'update');
    if (remove) roles.set(remove, 'delete');
  }
  return model.operations.map((operation) => {
    const role = roles.get(operation) ?? roleOf(model.schemas, operation);
    return describe(model.schemas, operation, role);
  });
}

/** Returns the role of an operation that belongs to no resource, by method, path and response. */
function roleOf(schemas: SchemaStore, operation: Operation): Role {
  const { method, path } = operation;
  if (signsInOrOut(operation)) return 'act';
  if (method === 'GET') {
    const schema = isItemPath(path) ? undefined : successBody(operation);
    return schema !== undefined && isList(schemas, path, schema) ? 'list' : 'read';
  }
  if (isActing(path)) return 'act';
  if (method === 'POST') return 'create';
  return method === 'DELETE' ? 'delete' : 'update';
}

function isList(schemas: SchemaStore, path: string, schema: JsonSchema): boolean {
  const { items, properties } = schemas.flatten(schema);
  const holdsList = Object.values(properties).some((member) => schemas.flatten(member).items !== undefined);
  return items !== undefined || (holdsList && singular(nounSegment(path)) !== nounSegment(path));
}

/** True for a path with one singular noun after a path parameter: `/articles/{slug}/favorite`, `/tasks/{id}:cancel`. */
function isActing(path: string): boolean {
  return /\}[/:][^/{}]+$/.test(path) && singular(nounSegment(path)) === nounSegment(path);
}

function describe(schemas: SchemaStore, operation: Operation, role: Role): SurfaceOperation {
  const { id, key, method, path, parameters, body, secured } = operation;
  const [summary = '', called = ''] = namesOf(operation);
  const own = role === 'act' ? actionName(path, method) : [];
  const verbs = [...own, ...[summary, called].flatMap((name) => wordsOf(name).slice(0, 1))];
  const query = parameters.filter((one) => one.in === 'query');
  const answer = successBody(operation);
  return {
    id,
    key,
    role,
    verbs: [...new Set(verbs)],
    ...nounsOf(path, role, summary, called),
    sends: body === undefined ? [] : memberNames(schemas, body.schema),
    shows: answer === undefined ? [] : memberNames(schemas, answer),
    filters: query.filter((one) => !isPagingParameter(one)).map(({ name }) => name),
    pages: query.some(isPagingParameter),
    secured,
  };
}

/**
 * Returns summary and operationId of an operation. Without a unique operationId, the second is "". With neither, or if
 * the operationId is not unique, the first is all of `words`.
 */
function namesOf({ id, key, words }: Operation): string[] {
  const called = id === key ? '' : id;
  const at = words.indexOf(id);
  const summary = at === -1 ? words.trim() : words.slice(0, at).trim();
  return [called === '' && summary === '' ? words.trim() : summary, called];
}

/** Returns the action's name by the last path segment. For DELETE, its opposite: "unfavorite". */
function actionName(path: string, method: string): string[] {
  const name = wordsOf(/[^/:{}]+$/.exec(path)?.[0] ?? '').join('');
  return method === 'DELETE' ? [`un${name}`] : [name];
}

const STOP = new Set(
  'of for by with to from in on at about after partially and or that which an a the new all'.split(' '),
);

/**
 * Returns the nouns of an operation: by its path, by its operationId without the verb, and by the
 * object of its summary.
 */
function nounsOf(
  path: string,
  role: Role,
  summary: string,
  called: string,
): Pick<SurfaceOperation, 'nouns' | 'looseNouns'> {
  const names = path.split(/[/:]/).filter((segment) => segment !== '' && !segment.includes('{'));
  const own = role === 'act' ? names.at(-2) : names.at(-1);
  const strong = [wordsOf(own ?? ''), objectOf(wordsOf(called))];
  // Without an operationId, the nouns of the summary count like the others.
  const loose = [objectOf(wordsOf(summary))];
  const phrasesIn = (all: string[][]): string[] =>
    [...new Set(all.filter(({ length }) => length > 0).map(phraseOf))].sort((a, b) => b.length - a.length);
  return called === ''
    ? { nouns: phrasesIn([...strong, ...loose]), looseNouns: [] }
    : { nouns: phrasesIn(strong), looseNouns: phrasesIn(loose) };
}

/** Returns the words after the verb and the words of `STOP` behind it, up to the next word of `STOP`. */
function objectOf([, ...words]: string[]): string[] {
  const rest = words.slice(words.findIndex((word) => !STOP.has(word)));
  const end = rest.findIndex((word) => STOP.has(word));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Returns the names of the members of a schema, and of the items in its list or wrapper. At most MOST_NAMES. */
function memberNames(schemas: SchemaStore, schema: JsonSchema, depth = 3): string[] {
  const { properties, items } = schemas.flatten(schema);
  if (items !== undefined && depth > 0) return memberNames(schemas, items, depth - 1);
  const names = Object.keys(properties);
  const inner =
    names.length <= WRAPPER_MEMBERS && depth > 0
      ? Object.values(properties).flatMap((member) => memberNames(schemas, member, depth - 1))
      : [];
  return [...new Set([...names, ...inner])].slice(0, MOST_NAMES);
}
