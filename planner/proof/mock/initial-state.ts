import { readPointer, segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { asyncWorkOf, resultFields } from '../../resources/actions/async-work-of.ts';
import { type FieldFilter, filtersOf } from '../../resources/lists/filters-of.ts';
import { ATTRIBUTES } from '../../resources/model/item-members.ts';
import { memberSaying } from '../../values/assertable/member-saying.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { setsField, timeDone, transitionOf } from '../../resources/actions/transition-of.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { isObject, type JsonObject, pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isStatusLike } from '../../vocabulary/field-names.ts';
import { fits } from '../../intake/schema/fits.ts';
import { NO_CONTENTS, renderResponse } from './render-response.ts';
import { placeholders } from '../../values/text/placeholders.ts';
import type { Transition } from '../../resources/model/transition.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import type { Acts } from './acts.ts';
import { membersOf, shownItem } from '../../resources/responses/shown-item.ts';
import { verbsBefore } from '../../vocabulary/lifecycle-verbs.ts';

function firstOf(schemas: SchemaStore, { kind, schema, reached }: Transition): Json | undefined {
  const flat = schemas.flatten(schema);
  const { default: usual } = flat.rest;
  if (usual !== undefined) return usual;
  if (kind === 'state') return membersOf(flat).find((member) => !reached.includes(member));
  if (kind === 'flag') return reached.includes(false);
  if (kind === 'members') return [];
  if (kind === 'amount') return [0, ...placeholders('', flat)].find((value) => fits(schemas, schema, value));
  return flat.nullable ? null : undefined;
}

const firstStates = new WeakMap<Resource, JsonObject>();

/**
 * Returns the state of a new item: first values of the members that actions and asynchronous work are about, and of
 * states and flags by which a list is filtered.
 */
export function initialState(schemas: SchemaStore, resource: Resource): JsonObject {
  const state = firstStates.get(resource) ?? findFirstState(schemas, resource);
  firstStates.set(resource, state);
  return state;
}

function findFirstState(schemas: SchemaStore, resource: Resource): JsonObject {
  const shown = shownItem(schemas, resource);
  const work = asyncWorkOf(schemas, resource);
  const state: JsonObject = work ? { [work.name]: work.pending[0] ?? null } : {};
  // An action that undoes another one (`reopen`) leads to the first state, so the other actions decide that
  // state first.
  const changes = resource.actions.map((action) => ({
    verb: action.verb,
    transition: action.taken ?? (shown && transitionOf(schemas, action, shown)),
  }));
  for (const { transition } of changes.toSorted((left, right) => undoing(left) - undoing(right))) {
    const value = transition && firstOf(schemas, transition);
    if (transition && value !== undefined && readPointer(state, transition.pointer) === undefined)
      Object.assign(state, withState(state, transition, value));
  }
  for (const { pointer, held } of statesAskedFor(schemas, resource))
    if (readPointer(state, pointer) === undefined)
      Object.assign(state, withState(state, { pointer }, stateAtFirst(schemas, held)));
  return state;
}

function stateAtFirst(schemas: SchemaStore, held: JsonSchema): Json {
  return schemas.flatten(held).types[0] === 'boolean' ? false : renderResponse(schemas, held, NO_CONTENTS);
}

function statesAskedFor(schemas: SchemaStore, resource: Resource): FieldFilter[] {
  const filters = resource.list ? filtersOf(schemas, resource, resource.list.operation) : [];
  return filters.filter(({ field, held, isMember }) => {
    const isFlag = schemas.flatten(held).types[0] === 'boolean';
    return (isStatusLike(field) || isFlag) && !isMember;
  });
}

function undoing({ verb, transition }: { verb: string | undefined; transition: Transition | undefined }): number {
  return verb !== undefined && verbsBefore(verb, transition?.kind === 'flag').length > 0 ? 1 : 0;
}

/**
 * Returns the fields with `value` at a pointer. The pointer may lead into an object: the state of a JSON:API item is in
 * its attributes.
 */
export function withState(fields: JsonObject, { pointer }: Pick<Transition, 'pointer'>, value: Json): JsonObject {
  const [first = '', ...rest] = segmentsOf(pointer);
  if (rest.length === 0) return { ...fields, [first]: value };
  const inner = fields[first];
  const within = { pointer: rest.map(pointerToken).join('') };
  return { ...fields, [first]: withState(isObject(inner) ? inner : {}, within, value) };
}

/** Returns the held fields overwritten by the sent ones. Attributes of a JSON:API item are merged one by one. */
export function overlay(held: JsonObject, sent: JsonObject): JsonObject {
  const [before, after] = [held[ATTRIBUTES], sent[ATTRIBUTES]];
  const attributes = isObject(before) && isObject(after) ? { [ATTRIBUTES]: { ...before, ...after } } : {};
  return { ...held, ...sent, ...attributes };
}

/** Returns the fields after a JSON Merge Patch (RFC 7396): members sent as null are removed, at any depth. */
export function merged(held: JsonObject, sent: JsonObject): JsonObject {
  const after = { ...held };
  for (const [name, value] of Object.entries(sent)) {
    const before = held[name];
    if (value === null) delete after[name];
    else after[name] = isObject(value) ? merged(isObject(before) ? before : {}, value) : value;
  }
  return after;
}

function nextState(schemas: SchemaStore, { name, kind, schema, reached }: Transition, before: Json | undefined): Json {
  if (kind === 'amount') return Number(before ?? 0) + 1;
  if (kind === 'members')
    return [
      ...(Array.isArray(before) ? before : []),
      placeholders(name, schemas.flatten(schemas.flatten(schema).items ?? true))[0] ?? null,
    ];
  const [value = placeholders(name, schemas.flatten(schema))[0] ?? null] = reached;
  return value;
}

/** Returns the sent members that an action stores in its item, by the item's member names. */
function setBy(schemas: SchemaStore, resource: Resource, action: ItemAction, sent: JsonObject): JsonObject {
  const item = shownItem(schemas, resource);
  const { properties } = schemas.flatten(action.operation.body?.schema ?? true);
  const taken = Object.entries(sent).flatMap(([name, value]): [string, Json][] => {
    const field = { name, pointer: pointerToken(name), schema: properties[name] ?? true, template: { literal: value } };
    const own = setsField(action, name) ? name : item && memberSaying(schemas, action, field, item);
    return own === undefined ? [] : [[own, value]];
  });
  return Object.fromEntries(taken);
}

/** True if the item is in a state that the action leads to. */
export function isDone({ transition }: Acts, fields: JsonObject): boolean {
  const state = transition && readPointer(fields, transition.pointer);
  return transition?.reached.some((one) => isSameValue(one, state ?? null)) ?? false;
}

/**
 * Returns an item's fields after an action: the new state, the sent values that the action stores, and the time of the
 * action if the item shows it.
 */
export function whenDone(
  schemas: SchemaStore,
  { resource, action, transition, part }: Acts,
  before: JsonObject,
  sent: JsonObject,
): JsonObject {
  const state = transition && nextState(schemas, transition, readPointer(before, transition.pointer));
  const changed = transition && state !== undefined ? withState(before, transition, state) : before;
  const time = timeDone(schemas, resource, action);
  const timed = time ? withState(changed, time, '2026-01-01T00:00:00Z') : changed;
  const after = { ...timed, ...setBy(schemas, resource, action, sent) };
  const whole = part === undefined ? undefined : after[part];
  return part === undefined ? after : { ...after, [part]: { ...(isObject(whole) ? whole : {}), ...sent } };
}

/** A change of an item that happens without a request, such as the end of asynchronous work. */
export type Change = (fields: JsonObject) => JsonObject;

/**
 * Returns the changes of asynchronous work, in order: running, then done with results. With `lost` (the body that
 * started the work), the end lacks the results or, if none are documented, the sent values. [] without such work.
 */
export function workOf(schemas: SchemaStore, resource: Resource, lost: JsonObject | undefined): Change[] {
  const work = asyncWorkOf(schemas, resource);
  const { read } = resource;
  if (!work || !read) return [];
  const { properties } = read.place.flat;
  const results = resultFields(read.place.flat);
  const ended = results.map((name): [string, Json] => [
    name,
    renderResponse(schemas, properties[name] ?? true, NO_CONTENTS),
  ]);
  const isUnderWay: Change = (fields) => ({ ...fields, [work.name]: work.pending.at(-1) ?? null });
  const isDone: Change = (fields) => ({ ...fields, ...Object.fromEntries(ended), [work.name]: work.done[0] ?? null });
  const gone = new Set(results.length > 0 ? results : Object.keys(lost ?? {}));
  const forgets: Change = (fields) =>
    Object.fromEntries(Object.entries(isDone(fields)).filter(([name]) => !gone.has(name)));
  return [isUnderWay, lost ? forgets : isDone];
}
