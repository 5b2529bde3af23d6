import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation, SpecModel } from '../spec/spec-model.ts';
import { isIdLike, sameName, singular, wordsOf } from '../values/field-names.ts';
import { findActions, type ItemAction } from './item-actions.ts';
import { isItemPath, nounSegment, paramsOf, parentPath, shapeOf, shapeUpTo } from './path-template.ts';
import {
  type IdField,
  itemIn,
  type ItemPlace,
  listIn,
  type ListPlace,
  successBody,
  successResponses,
} from './response-shape.ts';

/** How a create tells the id of what it made. */
export type IdSource = { from: 'body'; field: IdField } | { from: 'location' } | { from: 'path'; param: string };

/** Everything the spec documents about one kind of thing: a collection and its items, or a singleton. */
export type Resource = {
  /** Shape of the collection's path ("/users/{}/todos"), or of the singleton's own path. */
  key: string;
  /** Singular of the last named segment, for names and matching. */
  noun: string;
  /** Name of the item's own path parameter; "" for a singleton. */
  param: string;
  isSingleton: boolean;
  create: { operation: Operation; id: IdSource } | undefined;
  /** A create whose response shows no id: nothing can be read back. */
  blindCreate: Operation | undefined;
  list: { operation: Operation; place: ListPlace } | undefined;
  read: { operation: Operation; place: ItemPlace } | undefined;
  put: Operation | undefined;
  patch: Operation | undefined;
  remove: Operation | undefined;
  /** What brings its items into another state. */
  actions: ItemAction[];
};

/** Producers and consumers of one spec (planner and verifier §4.1). */
export type ResourceGraph = {
  resources: Resource[];
  /** The resource whose item a path parameter of an operation names. */
  producerOf(path: string, param: string): Resource | undefined;
  /** The creatable resource that a body field such as `customerId` refers to. */
  producerOfField(name: string): Resource | undefined;
};

function identityOf(schemas: SchemaStore, operation: Operation | undefined): string[] {
  const body = operation && successBody(operation);
  return body === undefined ? [] : schemas.flatten(body).names;
}

function idSourceOf(schemas: SchemaStore, operation: Operation, param: string, noun: string): IdSource | undefined {
  if (operation.method === 'PUT') return { from: 'path', param };
  const body = successBody(operation);
  const field = body === undefined ? undefined : itemIn(schemas, body, param, noun).id;
  if (field) return { from: 'body', field };
  const located = successResponses(operation).some(([, response]) => response.headers.includes('location'));
  return located ? { from: 'location' } : undefined;
}

type Place = { at(method: string): Operation | undefined };

function placeOf(byShape: Map<string, Operation[]>, shape: string): Place {
  return { at: (method) => byShape.get(shape)?.find((operation) => operation.method === method) };
}

/** The create of a collection: POST on it, POST elsewhere that answers the item's own schema, or PUT to a chosen id documented with 201. */
function createOf(model: SpecModel, collection: Place, item: Place, readNames: string[]): Operation | undefined {
  const post = collection.at('POST');
  if (post) return post;
  const elsewhere = model.operations.find(
    (operation) =>
      operation.method === 'POST' &&
      !isItemPath(operation.path) &&
      operation.responses['201'] !== undefined &&
      identityOf(model.schemas, operation).some((name) => readNames.includes(name)),
  );
  if (elsewhere) return elsewhere;
  const put = item.at('PUT');
  return put?.responses['201'] ? put : undefined;
}

function collectionResource(
  model: SpecModel,
  byShape: Map<string, Operation[]>,
  itemPath: string | undefined,
  path: string,
): Resource {
  const { schemas } = model;
  const key = shapeOf(path);
  const noun = singular(nounSegment(path));
  const collection = placeOf(byShape, key);
  const item = placeOf(byShape, `${key === '/' ? '' : key}/{}`);
  const param = itemPath === undefined ? 'id' : (paramsOf(itemPath).at(-1) ?? 'id');
  const get = item.at('GET');
  const getBody = get && successBody(get);
  const readNames = identityOf(schemas, get);
  const operation = createOf(model, collection, item, readNames);
  const id = operation && idSourceOf(schemas, operation, param, noun);
  const list = collection.at('GET');
  const listBody = list && successBody(list);
  const place =
    listBody === undefined
      ? undefined
      : listIn(schemas, listBody, param, noun, [...readNames, ...identityOf(schemas, operation)]);
  return {
    key,
    noun,
    param,
    isSingleton: false,
    create: operation && id ? { operation, id } : undefined,
    blindCreate: operation && !id ? operation : undefined,
    list: list && place ? { operation: list, place } : undefined,
    read: get && getBody !== undefined ? { operation: get, place: itemIn(schemas, getBody, param, noun) } : undefined,
    put: item.at('PUT'),
    patch: item.at('PATCH'),
    remove: item.at('DELETE'),
    actions: [],
  };
}

/** A path with GET and PUT or PATCH whose GET answers one object, and which is no collection. */
function singletonResource(model: SpecModel, byShape: Map<string, Operation[]>, path: string): Resource | undefined {
  const here = placeOf(byShape, shapeOf(path));
  const get = here.at('GET');
  const body = get && successBody(get);
  if (!get || body === undefined || here.at('POST') || (!here.at('PUT') && !here.at('PATCH'))) return undefined;
  const flat = model.schemas.flatten(body);
  if (flat.types[0] !== 'object') return undefined;
  return {
    key: shapeOf(path),
    noun: singular(nounSegment(path)),
    param: '',
    isSingleton: true,
    create: undefined,
    blindCreate: undefined,
    list: undefined,
    read: { operation: get, place: { prefix: '', flat, id: undefined } },
    put: here.at('PUT'),
    patch: here.at('PATCH'),
    remove: undefined,
    actions: [],
  };
}

/** Finds the resources of a spec and who makes the values that paths and bodies need. */
export function buildResourceGraph(whole: SpecModel): ResourceGraph {
  const actions = findActions(whole);
  const acting = new Set(actions.map(({ operation }) => operation));
  const model = { ...whole, operations: whole.operations.filter((operation) => !acting.has(operation)) };
  const byShape = Map.groupBy(model.operations, (operation) => shapeOf(operation.path));
  const itemPaths = new Map<string, string>();
  for (const { path } of model.operations) if (isItemPath(path)) itemPaths.set(shapeOf(parentPath(path)), path);
  const resources = new Map<string, Resource>();
  for (const { path } of model.operations) {
    const collection = isItemPath(path) ? parentPath(path) : path;
    const key = shapeOf(collection);
    if (resources.has(key)) continue;
    const itemPath = itemPaths.get(key);
    const makesItems = byShape.get(key)?.some(({ method }) => method === 'POST') ?? false;
    const found =
      itemPath !== undefined || makesItems
        ? collectionResource(model, byShape, itemPath, collection)
        : singletonResource(model, byShape, path);
    if (found) resources.set(key, found);
  }
  for (const { key, ...action } of actions) resources.get(key)?.actions.push(action);
  const creatable = (resource: Resource | undefined) => (resource?.create ? resource : undefined);
  const all = [...resources.keys()].sort().map((key) => resources.get(key) as Resource);
  return {
    resources: all,
    producerOf: (path, param) => creatable(resources.get(parentPath(shapeUpTo(path, param)))),
    producerOfField: (name) => {
      const words = wordsOf(name);
      if (words.length < 2 || !isIdLike(name)) return undefined;
      const thing = words.slice(0, -1).join(' ');
      return creatable(all.find(({ noun }) => sameName(noun, thing)));
    },
  };
}
