import type { Capture, JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import {
  givesBack,
  holderActions,
  leaseHolders,
  leasing,
  queueNouns,
  sharedMatches,
  takes,
  workMatches,
} from '../../vocabulary/lease-words.ts';
import { atWork, leasedStates } from '../../vocabulary/state-words.ts';
import { singular } from '../../vocabulary/singular.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { isItemPath, parentPath, shapeOf } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { idIn, isSameThing, successBody } from '../responses/response-shape.ts';
import { stateAmong, transitionOf } from './transition-of.ts';
import type { ItemPlace } from '../model/item-place.ts';
import type { Transition } from '../model/transition.ts';
import type { Lease, Part, Route } from '../model/lease.ts';
import { shownItem } from '../responses/shown-item.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { lastWordOf, sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';
import { verbsBefore } from '../../vocabulary/lifecycle-verbs.ts';

const LAST_WORD = /^(.*[^/])[/:]([^/:{}]+)\/?$/;

function verbOf(path: string): { above: string; verb: string } {
  const [, above = '', name = ''] = LAST_WORD.exec(path) ?? [];
  return { above, verb: wordsOf(name)[0] ?? '' };
}

/** True for an action on one item by the worker that leased it: `POST /jobs/{id}/complete`, `…/heartbeat`. */
export function isDoneByHolder({ method, path }: Operation): boolean {
  const { above, verb } = verbOf(path);
  return method !== 'GET' && isItemPath(above) && holderActions.has(verb);
}

/** True if `operation` is an action on an item of the resource, or a write one segment below its item path. */
export function isDoneTo({ key, actions }: Resource, operation: Operation): boolean {
  const isAction = actions.some((action) => action.operation === operation);
  return isAction || (operation.method !== 'GET' && shapeOf(verbOf(operation.path).above) === `${key}/{}`);
}

/**
 * Returns the operations that lease the next item of a queue: `POST /jobs/acquire`, `POST /jobs/assign-next`. The value
 * is the path shape of the queue's collection. It is undefined if the spec has no create there, or no action of a
 * lease's holder, such as `POST /jobs/{id}/heartbeat`.
 */
export function queueLeases(model: SpecModel): Map<Operation, string | undefined> {
  const { operations } = model;
  const made = new Set(
    operations.flatMap(({ method, path }) => {
      if (method === 'POST') return [shapeOf(path)];
      return method === 'PUT' && isItemPath(path) ? [shapeOf(parentPath(path))] : [];
    }),
  );
  const held = operations.filter(isDoneByHolder).map(({ path }) => shapeOf(parentPath(verbOf(path).above)));
  const waiting = [...new Set(held)].filter((shape) => made.has(shape));
  const claims = operations.flatMap((operation): [Operation, string | undefined][] => {
    const { above, verb } = verbOf(operation.path);
    if (operation.method !== 'POST' || !(leasing.has(verb) || takesNext(operation))) return [];
    const isAlone = operations.every((one) => one === operation || !isAtOrBelow(one, operation));
    if (!isAlone || isOfWhole(model, operation, above)) return [];
    const at = shapeOf(above);
    const from = waiting.find((shape) => shape === at || (isItemPath(above) && parentPath(shape) === at));
    const mayTake = takes.has(verb) || takesNext(operation);
    const isAmong = mayTake && !isItemPath(above) && operations.some(({ path }) => shapeOf(path) === `${at}/{}`);
    return from !== undefined || isAmong ? [[operation, from]] : [];
  });
  return new Map(claims);
}

/** True if the last word of the path is "next": `POST /jobs/assign-next`. */
function takesNext({ path }: Operation): boolean {
  return wordsOf(LAST_WORD.exec(path)?.[2] ?? '').at(-1) === 'next';
}

/**
 * True if a POST below an item acts on that item, not on a child: `POST /conversations/{id}/claim`. Its response has no
 * body, or the schema of the item's read. `above` is the path before the verb.
 */
function isOfWhole({ schemas, byKey }: SpecModel, operation: Operation, above: string): boolean {
  if (!isItemPath(above)) return false;
  const read = byKey.get(`GET ${above}`);
  const [answered, whole] = [operation, read].map((one) => one && successBody(one));
  if (answered === undefined || whole === undefined) return answered === undefined;
  return isSameThing(schemas.flatten(answered), schemas.flatten(whole));
}

function isAtOrBelow(one: Operation, { path }: Operation): boolean {
  return one.path === path || one.path.startsWith(`${path}/`);
}

/**
 * Returns how `operation` leases an item of `resource`. Undefined if the response shows no item, the request names the
 * item, or nothing creates items. Marks the resource as leased and, if its leased states are known, those of its
 * actions that give an item back (`POST /jobs/{id}/release`).
 */
export function leaseOf(schemas: SchemaStore, operation: Operation, resource: Resource): Lease | undefined {
  const { create, noun, param } = resource;
  const shown = shownAs(schemas, operation, resource);
  const asked = sentResource(schemas, operation);
  const isNamed = asked.required.some((name) => name === param || isPlainId(name) || sameName(name, `${noun}_id`));
  if (!create || !shown || isNamed) return undefined;
  const item = shownItem(schemas, resource);
  const routes = routesOf(schemas, asked, sentResource(schemas, create.operation));
  const transition = item && takenState(schemas, resource, item);
  resource.isTaken = true;
  if (transition)
    for (const action of resource.actions) if (givesBack.has(wordsOf(action.name)[0] ?? '')) action.taken = transition;
  const list = shown.list === undefined ? undefined : { list: shown.list, item: shown.place, isMap: false };
  return { operation, resource, routes, shown, list, transition };
}

/**
 * Returns the state field of a leased item with the states that leasing leads to (`claimed`). States of another action
 * are left out: `running`, if `POST /jobs/{id}/start` exists.
 */
function takenState(schemas: SchemaStore, resource: Resource, item: FlatSchema): Transition | undefined {
  const { actions, put, patch } = resource;
  const any = stateAmong(schemas, item, new Set([...leasedStates.words, ...atWork.words]));
  const isSet = [put, patch].some(
    (one) => any && one && Object.hasOwn(sentResource(schemas, one).properties, any.name),
  );
  const state = isSet ? stateAmong(schemas, item, leasedStates.words) : any;
  const later = actions
    .filter(({ verb, name }) => verbsBefore(verb ?? name).length === 0)
    .flatMap((action) => transitionOf(schemas, action, item)?.reached ?? []);
  const reached = state?.reached.filter((member) => !later.includes(member)) ?? [];
  return state && reached.length > 0 ? { ...state, reached } : undefined;
}

/** Returns the part of a lease's response that has the item's schema. Without one: the only part with an id. */
function shownAs(schemas: SchemaStore, operation: Operation, resource: Resource): Part | undefined {
  const item = shownItem(schemas, resource);
  const parts = partsOf(schemas, operation, resource);
  const same = parts.find(({ place }) => item !== undefined && place.id && isSameThing(place.flat, item));
  const [only, ...others] = parts.filter(({ place }) => place.id !== undefined);
  return same ?? (others.length === 0 ? only : undefined);
}

function partsOf(schemas: SchemaStore, operation: Operation, resource: Resource): Part[] {
  const body = successBody(operation);
  if (body === undefined) return [];
  const part = (schema: JsonSchema, at: string, name: string): Part => {
    const flat = schemas.flatten(schema);
    const isList = flat.types[0] === 'array';
    const own = isList ? schemas.flatten(flat.items ?? true) : flat;
    const [list, prefix] = isList ? [at, ''] : [undefined, at];
    const id = idOfTaken(schemas, own, resource);
    return { name, list, place: { prefix, flat: own, id: id && { ...id, pointer: prefix + id.pointer } } };
  };
  const members = Object.entries(schemas.flatten(body).properties);
  return [part(body, '', ''), ...members.map(([name, schema]) => part(schema, pointerToken(name), name))];
}

/** Returns the id of the leased item in one part of the response: `jobId`, if the part is a lease with its own id. */
function idOfTaken(schemas: SchemaStore, part: FlatSchema, resource: Resource): ItemPlace['id'] {
  const item = shownItem(schemas, resource);
  const named = Object.keys(part.properties).find((one) => sameName(one, `${resource.noun}_id`));
  if (named === undefined || (item && isSameThing(part, item))) return idIn(schemas, part, resource);
  return { name: named, pointer: pointerToken(named), schema: part.properties[named] ?? true };
}

/** True for a text without enum, const and format. */
function isOpenText({ types, rest }: FlatSchema): boolean {
  return types[0] === 'string' && ['enum', 'const', 'format'].every((key) => rest[key] === undefined);
}

function routesOf(schemas: SchemaStore, asked: FlatSchema, sent: FlatSchema): Route[] {
  const flatOf = (of: FlatSchema, name: string) => schemas.flatten(of.properties[name] ?? true);
  const isText = (flat: FlatSchema) =>
    isOpenText(flat.types[0] === 'array' ? schemas.flatten(flat.items ?? true) : flat);
  return Object.keys(asked.properties).flatMap((name): Route[] => {
    const word = singular(lastWordOf(name));
    const other = Object.keys(sent.properties).find((one) => sameName(singular(one), singular(name)));
    const isMatched = queueNouns.has(word) || workMatches.has(word);
    if (other === undefined || !isMatched || !isText(flatOf(asked, name)) || !isText(flatOf(sent, other))) return [];
    const isSaid = asked.required.includes(name) && sent.required.includes(other);
    const isOne = flatOf(sent, other).types[0] === 'string';
    // Tags and groups describe workers, not queues. A worker may also get an item that was created without a queue.
    const isOnly = isOne && (queueNouns.has(word) || (isSaid && !sharedMatches.has(word)));
    return [{ asked: name, sent: other, isOnly }];
  });
}

/**
 * Returns where a lease's response has the value for a member of a later request: `leaseToken` for `wanted` =
 * "leaseToken", or `token` inside the member `lease`. Undefined if the response has no such member.
 */
export function leaseOutput(schemas: SchemaStore, { operation, resource }: Lease, wanted: string): Capture | undefined {
  for (const part of partsOf(schemas, operation, resource)) {
    const isWanted = (one: string) => sameName(one, wanted) || sameName(`${part.name}_${one}`, wanted);
    const told = Object.keys(part.place.flat.properties).find(isWanted);
    if (told !== undefined) return captureAt(part, part.place.prefix + pointerToken(told));
  }
  return undefined;
}

/** Returns where the lease's response shows the id of the leased item; undefined if it shows none. */
export function leasedId({ shown }: Lease): Capture | undefined {
  return shown.place.id && captureAt(shown, shown.place.id.pointer);
}

function captureAt({ list }: Part, pointer: string): Capture {
  return list === undefined ? { from: 'body', pointer, mayBeNone: true } : { from: 'first', list, pointer };
}

/** True for a name that may be a lease token's or a holder's: `leaseToken`, `workerId`, any id but plain `id`. */
export function isLeaseHandle(name: string): boolean {
  return isIdLike(name) ? !isPlainId(name) : leaseHolders.has(lastWordOf(name));
}

/**
 * Returns the required members of `operation` that only the holder of a lease can send: `workerId`, which the lease
 * request sent, or `leaseToken`, which its response returned.
 */
export function leaseHandles(schemas: SchemaStore, claim: Lease, operation: Operation): string[] {
  const asked = sentResource(schemas, claim.operation).properties;
  const { create, param } = claim.resource;
  const sent = create ? sentResource(schemas, create.operation).properties : {};
  return sentResource(schemas, operation).required.filter((name) => {
    if (Object.hasOwn(sent, name) || name === param) return false;
    return Object.hasOwn(asked, name) || (isLeaseHandle(name) && leaseOutput(schemas, claim, name) !== undefined);
  });
}
