import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import {
  actionVerb,
  isActionVerb,
  makesOthers,
  namesRecordKeeping,
  relatingVerb,
} from '../../vocabulary/action-words.ts';
import { singular } from '../../vocabulary/singular.ts';
import { itemNameOf, type ItemName } from '../model/id-names.ts';
import { barePath, isItemPath, nounSegment, paramsOf, parentPath, shapeOf } from '../model/path-template.ts';
import { isSameThing, itemIn, listIn, successBody } from '../responses/response-shape.ts';
import { creatingPut } from '../creation/creating-put.ts';
import type { ItemAction } from '../model/item-action.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';

/** An action with the key of its resource. `item` tells whether the request's path or its body names the item. */
type Found = ItemAction & { key: string; item: 'path' | 'body' };

const WRITES = new Set(['POST', 'PUT', 'PATCH']);

/** Splits `/orders/{id}/cancel` or `/orders/{id}:cancel` into item path and action name. Undefined for other paths. */
function split(path: string): { item: string; name: string } | undefined {
  const custom = /^(.*\/\{[^/{}]*\}):([^/{}]+)$/.exec(path);
  if (custom) return { item: custom[1] ?? '', name: custom[2] ?? '' };
  const name = barePath(path).split('/').at(-1) ?? '';
  const item = parentPath(path);
  return isItemPath(item) && !name.includes('{') ? { item, name } : undefined;
}

/**
 * True if a write below an item's path acts on the item: `POST /orders/{id}/cancel`. False if it belongs to a child
 * collection or singleton: `POST /orders/{id}/lines`. `verb` is true if the name has a known verb.
 */
function actsOnItem(
  model: SpecModel,
  byShape: Map<string, Operation[]>,
  operation: Operation,
  { item, name }: { item: string; name: string },
  verb: boolean,
): boolean {
  const { schemas } = model;
  const here = byShape.get(shapeOf(operation.path)) ?? [];
  const hasItems = byShape.has(`${shapeOf(operation.path)}/{}`);
  if (hasItems || here.some(({ method }) => method === 'GET')) return false;
  if (operation.method !== 'POST' && !creatingPut(operation)) return true;
  const body = successBody(operation);
  if (body === undefined) return verb || operation.responses['201'] === undefined;
  const onItem = byShape.get(shapeOf(item)) ?? [];
  const called = itemNameOf(onItem, item);
  const shown = itemOf(schemas, onItem, byShape.get(shapeOf(parentPath(item))), called);
  const answered = itemIn(schemas, body, called);
  // An item that is identified by another item's id exists already: the stock of a product in a warehouse.
  const others = wordsOf(answered.id?.name ?? 'id').filter((word) => word !== 'id');
  const own = wordsOf(singular(nounSegment(item)));
  const isNamed =
    others.length > 0 &&
    !others.some((word) => own.includes(word)) &&
    paramsOf(item).some((param) => sameName(param, answered.id?.name ?? ''));
  const makesNew = (operation.responses['201'] !== undefined && !isNamed) || makesOthers(name);
  if (shown && isSameThing(answered.flat, shown)) return verb || !makesNew;
  return verb && !(operation.responses['201'] !== undefined && Object.hasOwn(answered.flat.properties, 'id'));
}

/** Returns the item's schema: from its read, else from the response of its create, else from its list. */
function itemOf(
  schemas: SchemaStore,
  onItem: Operation[] | undefined,
  onCollection: Operation[] | undefined,
  name: ItemName,
) {
  const bodyOf = (operations: Operation[] | undefined, method: string) => {
    const found = operations?.find((operation) => operation.method === method);
    return found && successBody(found);
  };
  const list = bodyOf(onCollection, 'GET');
  const single = bodyOf(onItem, 'GET') ?? bodyOf(onCollection, 'POST');
  if (single !== undefined) return itemIn(schemas, single, name).flat;
  return list === undefined ? undefined : listIn(schemas, list, name, [])?.item.flat;
}

/**
 * Recognises `POST /cancelOrder {"orderId": …}` as an action on an order. The path has the noun of an item and a known
 * verb, and the body requires the item's id. Undefined for any other operation.
 */
function rpcAction(model: SpecModel, collections: Map<string, string>, operation: Operation): Found | undefined {
  const { path, method, body } = operation;
  const [, first = '', second] = /^\/([^/{}]+)(?:\/([^/{}]+))?$/.exec(path.replace(/\/$/, '')) ?? [];
  if (method !== 'POST' || !body || first === '' || collections.has(shapeOf(path))) return undefined;
  const name = [first, second].filter((part) => part !== undefined).join('.');
  if (namesRecordKeeping(name)) return undefined;
  const words = wordsOf(name).map(singular);
  const { required } = model.schemas.flatten(body.schema);
  for (const [key, noun] of collections) {
    const own = wordsOf(noun);
    const rest = words.filter((word) => !own.includes(word));
    const asksForId = required.some((field) => isIdLike(field) && (field === 'id' || sameName(field, `${noun}Id`)));
    const verb = actionVerb(rest.join('_'));
    if (verb === undefined || rest.length === words.length || !asksForId) continue;
    return { operation, name, verb, key, item: 'body' };
  }
  return undefined;
}

function verbOf(name: string, { body }: Operation): string | undefined {
  return actionVerb(name) ?? (body ? undefined : relatingVerb(name));
}

/**
 * Recognises `DELETE /articles/{slug}/favorite` as the action `unfavorite`, if a POST, PUT or PATCH on the same path is
 * the action `favorite`. [] otherwise.
 */
function takenBack(
  model: SpecModel,
  byShape: Map<string, Operation[]>,
  operation: Operation,
  place: { item: string; name: string },
): Found[] {
  const done = verbOf(place.name, operation);
  const verb = `un${done}`;
  const here = byShape.get(shapeOf(operation.path)) ?? [];
  const does = (one: Operation) => WRITES.has(one.method) && verbOf(place.name, one) === done;
  const isDone = here.some((one) => does(one) && actsOnItem(model, byShape, one, place, true));
  if (done === undefined || !isActionVerb(verb) || !isDone) return [];
  return [{ operation, name: verb, verb, key: shapeOf(parentPath(place.item)), item: 'path' }];
}

/**
 * Returns the actions of the spec, each with the key of its resource. `calledByName` are resources whose operations
 * have no item path (`POST /orders.get`).
 */
export function findActions(model: SpecModel, calledByName: { key: string; noun: string }[]): Found[] {
  const byShape = Map.groupBy(model.operations, ({ path }) => shapeOf(path));
  const collections = new Map(calledByName.map(({ key, noun }) => [key, noun]));
  for (const { path } of model.operations)
    if (isItemPath(path)) collections.set(shapeOf(parentPath(path)), singular(nounSegment(path)));
  return model.operations.flatMap((operation) => {
    const place = split(operation.path);
    if (operation.method === 'DELETE') return place ? takenBack(model, byShape, operation, place) : [];
    if (!WRITES.has(operation.method)) return [];
    if (!place) return rpcAction(model, collections, operation) ?? [];
    const verb = verbOf(place.name, operation);
    const key = shapeOf(parentPath(place.item));
    const isCustom = operation.path.includes('}:');
    const acts = isCustom ? !makesOthers(place.name) : actsOnItem(model, byShape, operation, place, verb !== undefined);
    return acts ? [{ operation, name: place.name, verb, key, item: 'path' }] : [];
  });
}
