import { unsaidId } from '../creation/id-source-of.ts';
import { ownIdBeside } from '../creation/id-source-of.ts';
import { givenName } from '../creation/id-source-of.ts';
import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { createOf, identityOf, isOfKnownItem } from '../creation/create-of.ts';
import { type ItemName, itemNameOf } from '../model/id-names.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import { shapeOf, withoutForm } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { itemIn, keysListIn, listIn, namesListIn, openIdIn, successBody } from '../responses/response-shape.ts';
import { textRead } from '../responses/text-item-in.ts';
import { updateByBody } from '../creation/update-by-body.ts';
import { updatingPost, creatingPut } from '../creation/creating-put.ts';
import type { ItemPlace, ListPlace } from '../model/item-place.ts';
import type { Create } from '../model/create.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';
import { passingItems } from '../../vocabulary/resources/item-nouns.ts';

type Place = { at(method: string): Operation | undefined };

function placeOf(byShape: Map<string, Operation[]>, shape: string): Place {
  return { at: (method) => byShape.get(shape)?.find((operation) => operation.method === method) };
}

export function collectionResource(
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
  // An item without a read may be in the list at the path of its create.
  const made = get || !create ? undefined : placeOf(byShape, shapeOf(create.operation.path));
  const list = collection.at('GET') ?? made?.at('GET');
  const listBody = list && successBody(list);
  const identity = [...readNames, ...identityOf(schemas, create?.operation, name)];
  const of = (same: string[]) => (listBody === undefined ? undefined : listIn(schemas, listBody, name, same));
  const changing = item.at('PATCH') ? undefined : updatingPost(schemas, item.at('POST'), create, wanted);
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

/** True if the create's id was mistaken: the request sends a name, while the list shows the server's own id. */
function isMistaken(create: Create | undefined, { item, isMap }: ListPlace, { param }: ItemName): boolean {
  if (create?.id.from !== 'sent' || isMap || item.id === undefined) return false;
  const sent = segmentsOf(create.id.pointer).at(-1) ?? '';
  return isPlainId(item.id.name) && !isPlainId(sent) && !sameName(sent, param);
}

/**
 * Returns the create of an item whose id only the list shows, as an id or a map key. Without an id, the item is found
 * by the values that were sent. Undefined if the create answers 202, or if the list may not show the new item.
 */
function listedCreate(
  schemas: SchemaStore,
  operation: Operation,
  { item, isMap }: ListPlace,
  { noun, param, paramSchema, operations }: ItemName & { operations: Operation[] },
): Create | undefined {
  // With neither a 201 nor an item path, the list need not show the item: a sent message is not in the inbox.
  const isMade =
    operation.responses['201'] !== undefined || operations.length > 0 || isListedAsSent(schemas, operation, item, noun);
  // If ids are numbers, the map's keys are something else.
  const byKey = isMap && !isNumber(schemas.flatten(paramSchema));
  if (operation.responses['202'] || !isMade) return undefined;
  if (item.id === undefined && !byKey)
    return operations.length > 0 || isMap || isPassing(noun)
      ? undefined
      : { operation, id: { from: 'none' }, parents: [] };
  const { pointer, schema } = item.id ?? { pointer: pointerToken(param), schema: paramSchema };
  return { operation, id: { from: 'list', pointer, schema }, parents: [] };
}

function isPassing(noun: string): boolean {
  return wordsOf(noun).some((word) => passingItems.has(word));
}

/**
 * True if the list's items share a schema name with the create's request, and require each of its required members with
 * the same schema. The list then shows what was sent. False for items that may be sent away.
 */
function isListedAsSent(schemas: SchemaStore, operation: Operation, { flat }: ItemPlace, noun: string): boolean {
  const sent = sentResource(schemas, operation);
  const isSame = (name: string) => flat.required.includes(name) && flat.properties[name] === sent.properties[name];
  return !isPassing(noun) && sent.required.length > 0 && sent.required.every(isSame) && shareName(flat, sent);
}

function shareName(left: FlatSchema, right: FlatSchema): boolean {
  return left.names.some((name) => right.names.includes(name));
}

/**
 * Returns the create for a POST on a collection whose items PUT creates too. The new item is found in the list or, for
 * its deletion only, by a member that may be its id. Undefined if it cannot be found.
 */
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

/** Returns the create for a POST whose response is undescribed (see `unsaidId`). Undefined for other POSTs. */
function unsaidCreate(
  schemas: SchemaStore,
  operation: Operation,
  wanted: ItemName & { operations: Operation[] },
): Create | undefined {
  const id = unsaidId(schemas, operation, wanted);
  return id && { operation, id, parents: [] };
}

/**
 * Returns the create for `PUT /things/{id}` with an id of the client's choice and a response without a body. Undefined
 * unless the item has a DELETE and the list shows ids. The caller has found no other create.
 */
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

export function byKey(left: Resource, right: Resource): number {
  return left.key < right.key ? -1 : 1;
}
