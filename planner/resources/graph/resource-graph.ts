import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, SpecModel } from '../../intake/model/spec-model.ts';
import { isOwnKey, isIdLike, isPlainId, sameName, wordsOf } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { asyncStateOf, starterOf } from '../actions/async-work.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { claimOf, claimsIn } from '../actions/queue-leases.ts';
import {
  type Create,
  createOf,
  givenName,
  identityOf,
  idSourceOf,
  isOfKnownItem,
  ownIdBeside,
  parentsFor,
  unsaidId,
} from '../creation/create-of.ts';
import { type ItemName, itemNameOf } from '../model/id-names.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import { isMembership } from '../relations/membership.ts';
import { namesakes } from '../model/same-collection-elsewhere.ts';
import { findActions } from '../actions/item-actions.ts';
import { takeInImports } from '../creation/imported-lines.ts';
import { leaders } from '../relations/links-of.ts';
import { takeInParts } from './parts-of-others.ts';
import {
  hasKey,
  isItemPath,
  nounSegment,
  paramsOf,
  parentPath,
  shapeOf,
  shapeUpTo,
  withoutForm,
} from '../model/path-template.ts';
import type { Resource, ResourceGraph } from '../model/resource.ts';
import { rpcResources } from './rpc-resources.ts';
import { singletonResource } from './singleton-resource.ts';
import {
  itemIn,
  type ItemPlace,
  keysListIn,
  listIn,
  type ListPlace,
  namesListIn,
  openIdIn,
  successBody,
} from '../responses/response-shape.ts';
import { searchesByPost } from '../lists/search-by-post.ts';
import { shapeProducers } from '../model/shape-producers.ts';
import { findStocks } from '../relations/reference-data.ts';
import { textRead } from '../responses/text-items.ts';
import { updateByBody } from '../creation/update-by-body.ts';
import { signsInOrOut } from '../auth/signs-in.ts';
import { changingPost, creatingPut } from '../creation/method-conventions.ts';
import { leaveWhatIsThere } from '../creation/association-creates.ts';

type Place = { at(method: string): Operation | undefined };

function placeOf(byShape: Map<string, Operation[]>, shape: string): Place {
  return { at: (method) => byShape.get(shape)?.find((operation) => operation.method === method) };
}

function collectionResource(
  model: SpecModel,
  byShape: Map<string, Operation[]>,
  itemPath: string | undefined,
  path: string,
  sibling: string | undefined,
): Resource {
  const { schemas } = model;
  const key = shapeOf(path);
  const [own, beside] = [placeOf(byShape, key), placeOf(byShape, sibling ?? key)];
  const collection: Place = { at: (method) => own.at(method) ?? beside.at(method) };
  const item = placeOf(byShape, `${key === '/' ? '' : key}/{}`);
  const operations = byShape.get(`${key === '/' ? '' : key}/{}`) ?? [];
  const someItem = itemPath ?? `${withoutForm(path)}/{id}`;
  const called = itemNameOf(operations, someItem);
  const byPut = itemPath === undefined || collection.at('POST') ? undefined : creatingPut(collection.at('PUT'));
  const post = collection.at('POST') ?? byPut;
  const given = post && operations.length > 0 ? givenName(schemas, post, called) : undefined;
  const ownId = post && operations.length > 0 ? ownIdBeside(schemas, post, called) : undefined;
  const name: ItemName = { ...called, ...(given !== undefined && { given }), ...(ownId && { own: ownId }) };
  const get = item.at('GET');
  const getBody = get && successBody(get);
  const readNames = identityOf(schemas, get, name);
  const wanted = { ...name, path: someItem, readNames, operations };
  const { create, blind } = createOf(model, wanted, post, item.at('PUT'));
  // What no read shows may be listed where it is made.
  const made = get || !create ? undefined : placeOf(byShape, shapeOf(create.operation.path));
  const list = collection.at('GET') ?? made?.at('GET');
  const listBody = list && successBody(list);
  const identity = [...readNames, ...identityOf(schemas, create?.operation, name)];
  const of = (same: string[]) => (listBody === undefined ? undefined : listIn(schemas, listBody, name, same));
  const changing = item.at('PATCH') ? undefined : changingPost(schemas, item.at('POST'), create, wanted);
  const text = [create?.operation, item.at('PUT'), item.at('PATCH')].find((write) => write?.body?.isText);
  const isNamed = create?.id.from === 'path' && listBody !== undefined;
  const namesIn = text === undefined ? keysListIn : namesListIn;
  const names = isNamed ? namesIn(schemas, listBody, name.param, key) : undefined;
  const place = of(identity) ?? (blind && of(sentResource(schemas, blind).names)) ?? names;
  return {
    key,
    ...name,
    isSingleton: false,
    create:
      (post && place && isMistaken(create, place, name) ? listedCreate(schemas, post, place, wanted) : undefined) ??
      create ??
      (place && (blind ? listedCreate(schemas, blind, place, wanted) : silentUpsert(wanted, item.at('PUT'), place))) ??
      (blind && unsaidCreate(schemas, blind, wanted)),
    blindCreate: blind,
    otherCreate: create?.id.from === 'path' && post && place ? createBeside(schemas, post, place, wanted) : undefined,
    list: list && place ? { operation: list, place } : undefined,
    read:
      (get && textRead(schemas, get, text)) ??
      (get && getBody !== undefined ? { operation: get, place: itemIn(schemas, getBody, name) } : undefined),
    put: item.at('PUT') ?? changing ?? (byPut ? undefined : updateByBody(schemas, collection.at('PUT'), name)),
    patch: item.at('PATCH') ?? updateByBody(schemas, collection.at('PATCH'), name),
    remove: item.at('DELETE'),
    actions: [],
  };
}

/** A name that was sent, taken for the id that the answer does not tell, while the list shows an id of the service's own. */
function isMistaken(create: Create | undefined, { item, isMap }: ListPlace, { param }: ItemName): boolean {
  if (create?.id.from !== 'sent' || isMap || item.id === undefined) return false;
  const sent = segmentsOf(create.id.pointer).at(-1) ?? '';
  return isPlainId(item.id.name) && !isPlainId(sent) && !sameName(sent, param);
}

/** A create that does not tell what it made, where a list shows it: by a key of a map, with an id, or where no item has a path, by what was sent. */
function listedCreate(
  schemas: SchemaStore,
  operation: Operation,
  { item, isMap }: ListPlace,
  { noun, param, paramSchema, operations }: ItemName & { operations: Operation[] },
): Create | undefined {
  // What is only accepted may be listed much later, and a message that is sent is not in the list of those that came.
  const isMade =
    operation.responses['201'] !== undefined || operations.length > 0 || isListedAsSent(schemas, operation, item, noun);
  // Beside ids that are numbers, the keys of a map may be anything.
  const byKey = isMap && !isNumber(schemas.flatten(paramSchema));
  if (operation.responses['202'] || !isMade) return undefined;
  if (item.id === undefined && !byKey)
    return operations.length > 0 || isMap || isPassing(noun)
      ? undefined
      : { operation, id: { from: 'none' }, parents: [] };
  const { pointer, schema } = item.id ?? { pointer: pointerToken(param), schema: paramSchema };
  return { operation, id: { from: 'list', pointer, schema }, parents: [] };
}

/** What leaves the service again, passes through it, or is shown once someone has looked at it. */
const PASSING = new Set(
  [
    'message mail email sms notification invitation event log metric trace sample command request webhook',
    'job task feedback review comment score report',
  ]
    .join(' ')
    .split(' '),
);

function isPassing(noun: string): boolean {
  return wordsOf(noun).some((word) => PASSING.has(word));
}

/** All that must be sent is always listed, and documented for both at one place: what is listed is what was sent. */
function isListedAsSent(schemas: SchemaStore, operation: Operation, { flat }: ItemPlace, noun: string): boolean {
  const sent = sentResource(schemas, operation);
  const isSame = (name: string) => flat.required.includes(name) && flat.properties[name] === sent.properties[name];
  return !isPassing(noun) && sent.required.length > 0 && sent.required.every(isSame) && shareName(flat, sent);
}

function shareName(left: FlatSchema, right: FlatSchema): boolean {
  return left.names.some((name) => right.names.includes(name));
}

/** The POST beside a PUT that makes the same things: what it made is found in the list by what was sent. */
function createBeside(
  schemas: SchemaStore,
  operation: Operation,
  place: ListPlace,
  wanted: ItemName & { operations: Operation[] },
): Create | undefined {
  const body = operation.responses['202'] ? undefined : successBody(operation);
  const field = body === undefined ? undefined : openIdIn(schemas, body, wanted);
  const open: Create | undefined = field && { operation, id: { from: 'open', field }, parents: [] };
  return listedCreate(schemas, operation, place, wanted) ?? open;
}

/** The resource as its other create makes it: what is known by no id that is documented, only the list shows. */
export function madeOtherwise(resource: Resource): Resource | undefined {
  const { otherCreate: create } = resource;
  if (!create) return undefined;
  return { ...resource, create, otherCreate: undefined, ...(create.id.from === 'open' ? { read: undefined } : {}) };
}

/** A POST of whose answer the document says nothing. */
function unsaidCreate(
  schemas: SchemaStore,
  operation: Operation,
  wanted: ItemName & { operations: Operation[] },
): Create | undefined {
  const id = unsaidId(schemas, operation, wanted);
  return id && { operation, id, parents: [] };
}

/** A PUT to a chosen id that answers nothing, where items can be taken away, nothing else makes them, and the list shows their ids. */
function silentUpsert(
  { param, operations }: ItemName & { operations: Operation[] },
  put: Operation | undefined,
  { item }: ListPlace,
): Create | undefined {
  const isRemoved = operations.some(({ method }) => method === 'DELETE');
  if (!put || isOfKnownItem(put) || !isRemoved || item.id === undefined) return undefined;
  if (successBody(put) !== undefined) return undefined;
  return { operation: put, id: { from: 'path', param }, parents: [] };
}

/** By the path above the items, where they are listed or made on another path of the same name: /silence/{id} and /silences, /tag/{id} and /tags. */
function siblingsOf(byShape: Map<string, Operation[]>, collections: string[]): Map<string, string> {
  const known = new Set(collections);
  const plain = [...byShape.keys()].filter((shape) => !shape.endsWith('{}') && !known.has(shape));
  const byParent = Map.groupBy(plain, parentPath);
  return new Map(
    collections.flatMap((collection) => {
      const noun = singular(nounSegment(collection));
      const sibling = (byParent.get(parentPath(collection)) ?? []).find((shape) =>
        sameName(singular(nounSegment(shape)), noun),
      );
      return sibling === undefined || collection.endsWith('{}') ? [] : [[collection, sibling] as const];
    }),
  );
}

/** Work that something else starts: GET /jobs/{jobId} shows what POST /videos/{id}/transcode answered 202 to. */
function addStarter({ schemas, operations }: SpecModel, resource: Resource): void {
  const { read } = resource;
  if (resource.create || resource.isSingleton || !read || !asyncStateOf(schemas, read.place.flat)) return;
  const { path } = read.operation;
  const operation = starterOf(schemas, operations, path, resource);
  const id = operation && idSourceOf(schemas, operation, resource);
  const wanted = { ...resource, path, readNames: [], operations: [read.operation] };
  const parents = operation && parentsFor(schemas, operation, wanted);
  if (operation && id && parents) resource.create = { operation, id, parents };
}

const PEOPLE = new Set('author owner creator assignee reporter reviewer member manager sender recipient'.split(' '));
const PERSON = ['user', 'account', 'person', 'profile'];

/** Nouns that a field may refer to: shipping address, address; a person where the field says what somebody does. */
function thingNames(words: string[]): string[] {
  const own = words.map((_, at) => words.slice(at).join(' '));
  return PEOPLE.has(words.at(-1) ?? '') ? [...own, ...PERSON] : own;
}

/** What a field is called after, found once for each name; of several things the one that needs least above it. */
function fieldProducers(all: Resource[]): ResourceGraph['producerOfField'] {
  const depthOf = ({ key }: Resource) => paramsOf(key).length;
  const made = all.filter((resource) => resource.create && !resource.isSingleton);
  made.sort((left, right) => depthOf(left) - depthOf(right));
  const known = new Map<string, Resource | undefined>();
  const find = (name: string) => {
    const words = wordsOf(name);
    const named = thingNames(isIdLike(name) ? words.slice(0, -1) : words).map((wanted) =>
      made.find(({ noun }) => sameName(noun, wanted)),
    );
    return [made.find((one) => namesKeyOf(one, name)), ...named].find((found) => found !== undefined);
  };
  return (name) => {
    const found = known.has(name) ? known.get(name) : find(name);
    known.set(name, found);
    return found;
  };
}

/** Collections and singletons by the shapes of their paths, beside those that operations called by name make. */
function resourcesIn(
  model: SpecModel,
  called: Resource[],
): { byShape: Map<string, Operation[]>; resources: Map<string, Resource> } {
  // Where a server answers both /Products({ID}) and /Products/{ID}, the latter is the item's path.
  const inOrder = model.operations.toSorted((left, right) => Number(hasKey(left.path)) - Number(hasKey(right.path)));
  const byShape = Map.groupBy(inOrder, (operation) => shapeOf(operation.path));
  const itemPaths = new Map<string, string>();
  for (const { path } of model.operations) if (isItemPath(path)) itemPaths.set(shapeOf(parentPath(path)), path);
  const resources = new Map(called.map((resource) => [resource.key, resource]));
  const siblings = siblingsOf(byShape, [...itemPaths.keys()]);
  const beside = new Set(siblings.values());
  for (const { path } of model.operations) {
    const collection = isItemPath(path) ? parentPath(path) : path;
    const key = shapeOf(collection);
    if (resources.has(key) || beside.has(key)) continue;
    const itemPath = itemPaths.get(key);
    const makesItems = byShape.get(key)?.some(({ method }) => method === 'POST') ?? false;
    const found =
      itemPath !== undefined || makesItems
        ? collectionResource(model, byShape, itemPath, collection, siblings.get(key))
        : singletonResource(model.schemas, byShape, path);
    if (found) resources.set(key, found);
  }
  return { byShape, resources };
}

/** Finds the resources of a spec and who makes the values that paths and bodies need. */
export function buildResourceGraph(spec: SpecModel): ResourceGraph {
  const taking = claimsIn(spec);
  const whole = { ...spec, operations: spec.operations.filter((operation) => !taking.has(operation)) };
  const itemNouns = new Set(
    whole.operations.flatMap(({ path }) => (isItemPath(path) ? [singular(nounSegment(path))] : [])),
  );
  const byName = rpcResources(whole, (noun) => [...itemNouns].some((known) => sameName(known, noun)));
  const actions = findActions(whole, byName.resources);
  const acting = new Set([
    ...whole.operations.filter(signsInOrOut),
    ...searchesByPost(whole),
    ...whole.operations.filter(({ body }) => body?.line),
    ...actions.map(({ operation }) => operation),
    ...byName.roles.keys(),
    ...byName.resources.map(({ create }) => create?.operation),
  ]);
  const model = { ...whole, operations: whole.operations.filter((operation) => !acting.has(operation)) };
  const { byShape, resources } = resourcesIn(model, byName.resources);
  for (const resource of resources.values()) addStarter(whole, resource);
  const starting = new Set([...resources.values()].map(({ create }) => create?.operation));
  for (const { key, item: _item, ...action } of actions)
    if (!starting.has(action.operation)) resources.get(key)?.actions.push(action);
  const creatable = (resource: Resource | undefined) => (resource?.create ? resource : undefined);
  const stocks = findStocks(whole);
  leaveWhatIsThere(whole.schemas, [...resources.values()], stocks);
  takeInImports(whole, [...resources.values()]);
  const producerOfField = fieldProducers([...resources.values()].sort(byKey));
  const owners = takeInParts(model.schemas, byShape, resources, producerOfField);
  const madeAt = (shape: string) => creatable(resources.get(parentPath(shape))) ?? owners.get(shape);
  const namesake = namesakes(resources);
  const all = [...resources.values()].filter((one) => !isMembership(one, { producerOfField })).sort(byKey);
  return {
    resources: all,
    makers: makersIn(all),
    nouns: [...resources.values()].sort(byKey).map(({ noun }) => noun),
    rpc: new Map([
      ...byName.roles,
      ...actions.flatMap(({ operation, item }) => (item === 'body' ? [[operation, 'WRITE'] as const] : [])),
    ]),
    producerOf: (path, param) => madeAt(shapeUpTo(path, param)) ?? namesake(path, param),
    carrierOf: (path, param) => {
      const names = paramsOf(path);
      const at = names.indexOf(param);
      const resource = names
        .slice(at + 1)
        .map((below) => resources.get(parentPath(shapeUpTo(path, below))))
        .find((below) => below?.create?.parents[at] !== undefined);
      return resource && { resource, at };
    },
    leadingTo: leaders(all),
    producerOfField,
    producerCalled: (name) => {
      const found = producerOfField(name);
      return found && sameName(found.noun, name) ? found : undefined;
    },
    producerOfShape: shapeProducers(all),
    claims: [...taking].flatMap(([operation, key]) => {
      const resource = key === undefined ? undefined : resources.get(key);
      return (resource && claimOf(spec.schemas, operation, resource)) ?? [];
    }),
    taking: new Set(taking.keys()),
    stocks,
  };
}

function byKey(left: Resource, right: Resource): number {
  return left.key < right.key ? -1 : 1;
}

function makersIn(all: Resource[]): ResourceGraph['makers'] {
  const makers: ResourceGraph['makers'] = new Map();
  for (const resource of all)
    for (const operation of new Set([resource.create?.operation, resource.otherCreate?.operation]))
      if (operation) makers.set(operation, [...(makers.get(operation) ?? []), resource]);
  return makers;
}

/** A field called after a kind of thing and what its things are known by, where that is no plain id: copyNumber, product_sku. */
export function namesKeyOf({ noun, create }: Resource, name: string): boolean {
  if (create?.id.from === 'path' && isOwnKey(name) && sameName(create.id.param, name)) return true;
  const key = create?.id.from === 'body' ? create.id.field.name : '';
  return key !== '' && !isIdLike(key) && sameName(name, `${noun}_${key}`);
}
