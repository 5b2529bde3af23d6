import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { type ItemMember, itemMembers, membersWithin } from '../../../resources/model/item-members.ts';
import { nounSegment, paramsOf, parentPath } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { isSameValue } from '../../../intake/json/canonical-json.ts';
import type { FlatSchema } from '../../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import { isStatusLike } from '../../../vocabulary/field-names.ts';
import { fits } from '../../../intake/schema/fits.ts';
import { placeholders } from '../../../values/text/placeholders.ts';
import { readSameItem } from '../../builder/act-on-item.ts';
import type { Journey } from '../../model/journey.ts';
import { readPickList, type PickList, pickListFor, pickedEntryBody } from '../../requests/references/pick-from-list.ts';
import type { Planning } from '../../model/planning.ts';
import type { Proposal } from '../../model/sketch.ts';
import { topOf, withoutMembers } from '../../model/without-members.ts';
import type { Transition } from '../../../resources/model/transition.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import { membersOf } from '../../../resources/responses/shown-item.ts';
import { transitionTargets } from '../../../vocabulary/value-words.ts';
import { wordsOf } from '../../../vocabulary/words-of.ts';
import { captureActionField } from '../../builder/assert-action-fields.ts';
import { defineShape } from '../../model/define-shape.ts';

/**
 * A POST that takes the id of a transition from the list at its own path: `GET /issues/{key}/transitions`. Each entry
 * shows the state that the transition leads to.
 */
export type ListedTransition = {
  action: ItemAction;
  listed: PickList;
  /** JSON Pointer, within an entry, of the state that it leads to. */
  leadsTo: string;
  /** The state member of the item, with a value other than the first of its enum. */
  transition: Transition;
};

/** Members by which two objects that describe a state are compared. */
const KEYS = ['id', 'key', 'name'];

const known = new WeakMap<Resource, ListedTransition[]>();

/**
 * Returns the POSTs of the resource that take a listed transition: `GET /issues/{key}/transitions` shows `{id, to}`,
 * and `POST /issues/{key}/transitions` takes the id.
 */
export function listedTransitionsOf(planning: Planning, resource: Resource): ListedTransition[] {
  const found = known.get(resource) ?? findMoves(planning, resource);
  known.set(resource, found);
  return found;
}

function findMoves(planning: Planning, resource: Resource): ListedTransition[] {
  const { read, create } = resource;
  if (!read || !create) return [];
  const { schemas, operations } = planning.model;
  return operations.flatMap((operation): ListedTransition[] => {
    const { method, path, responses } = operation;
    // After a 202 the transition may happen later, so such a POST is left out.
    const isNow = method === 'POST' && responses['202'] === undefined;
    const param = isNow && parentPath(path).endsWith('}') ? paramsOf(path).at(-1) : undefined;
    if (param === undefined || planning.graph.producerOf(path, param) !== resource) return [];
    const listed = pickListFor(planning, operation);
    const [way, ...others] = listed ? waysIn(schemas, read.place.flat, listed) : [];
    const action = { operation, name: nounSegment(path), verb: undefined };
    return listed && way && others.length === 0 ? [{ action, listed, ...way }] : [];
  });
}

/** Returns the pairs of an entry's target member (`to`) and an item's state member (`status`) that can be compared. */
function waysIn(
  schemas: SchemaStore,
  item: FlatSchema,
  { place }: PickList,
): Pick<ListedTransition, 'leadsTo' | 'transition'>[] {
  const { flat, prefix } = place.item;
  const ends = itemMembers(schemas, flat).filter(({ name }) => isDestination(name));
  const states = itemMembers(schemas, item).filter(({ name }) => isStatusLike(name));
  const own = states.length > 0 ? states : membersWithin(schemas, item).filter(({ name }) => isStatusLike(name));
  return own.flatMap((state) =>
    ends.flatMap((end) => {
      const at = sharedPlace(schemas, state, end);
      const transition = at === undefined ? undefined : changeAt(schemas, state, at);
      return transition ? [{ leadsTo: prefix + end.pointer + at, transition }] : [];
    }),
  );
}

function isDestination(name: string): boolean {
  const [first = '', ...others] = wordsOf(name);
  return transitionTargets.has(first) && others.every(isStatusLike);
}

/**
 * Returns the JSON Pointer, in both members, of the value by which they are compared: "" for texts of one enum or named
 * schema, "/id" or the like for objects of one named schema. Undefined if they cannot be compared.
 */
function sharedPlace(schemas: SchemaStore, state: ItemMember, end: ItemMember): string | undefined {
  const [left, right] = [state, end].map(({ schema }) => schemas.flatten(schema));
  if (!left || !right) return undefined;
  const isOne = left.names.some((name) => right.names.includes(name));
  if (left.types[0] === 'string' && right.types[0] === 'string') {
    const [choices, others] = [left, right].map((flat) => membersOf(flat).toSorted());
    return isOne || (choices?.length !== 0 && isSameValue(choices ?? [], others ?? [])) ? '' : undefined;
  }
  const key = isOne ? KEYS.find((name) => left.required.includes(name) && right.required.includes(name)) : undefined;
  return key === undefined ? undefined : pointerToken(key);
}

function changeAt(schemas: SchemaStore, { name, pointer, schema }: ItemMember, at: string): Transition | undefined {
  const inner = at === '' ? schema : (schemas.flatten(schema).properties[at.slice(1)] ?? true);
  const flat = schemas.flatten(inner);
  // The first enum value is usually the state of a new item, so the next one that fits is used.
  const values = membersOf(flat).length > 0 ? membersOf(flat).slice(1) : placeholders(`moved ${name}`, flat);
  const reached = values.filter((value) => fits(schemas, inner, value)).slice(0, 1);
  return reached.length > 0 ? { name, pointer: pointer + at, schema: inner, kind: 'state', reached } : undefined;
}

/**
 * Adds steps that read the item and its transitions, take the first one that leads to another state, and read the item
 * again. It must show another state than before.
 */
function build(journey: Journey, resource: Resource, { action, listed, leadsTo, transition }: ListedTransition): void {
  const { read } = resource;
  const { noun, place, pointer } = listed;
  const { operation } = action;
  const item = journey.item(resource);
  readSameItem(journey, item, item.createdBy);
  const before = read && captureActionField(journey, item, read.place, transition);
  if (!read || !before) return;
  const picked = journey.freeCapture(noun);
  const end = `${picked}LeadsTo`;
  const from = { from: 'first' as const, list: place.list, otherThan: { pointer: leadsTo, value: before } };
  const captures = { [picked]: { ...from, pointer }, [end]: { ...from, pointer: leadsTo } };
  readPickList(journey, operation, item, listed, captures);
  journey.picked.set(operation, pickedEntryBody(listed, picked));
  const built = journey.body(operation, 0, item);
  const { properties, required } = sentResource(journey.planning.model.schemas, operation);
  // Optional members belong to some transitions only, so they are not sent.
  const others = Object.keys(properties).filter((name) => !required.includes(name));
  const body = built && withoutMembers(built, new Set(others.map(pointerToken)), topOf);
  const step = journey.step({ verb: action.name, noun: resource.noun, operation, persona: journey.actor, item, body });
  const state = read.place.prefix + transition.pointer;
  readSameItem(journey, item, step, [{ op: 'differs', pointer: state, value: before, leadsTo: { capture: end } }]);
}

export const listedTransitions = defineShape({
  id: 'action/listed-transition',
  kind: 'action-read-back',
  title: 'A transition picked from the list of those allowed brings the item out of its state',
  terms: ['transition', 'workflow state (AIP-216)'],
  example:
    'GET /issues/7/transitions → 200 [{"id":3,"to":"done"}], POST /issues/7/transitions {"id":3} → 204, GET /issues/7 → 200 {"status":"done"}',
  test: 'planner/journeys/shapes/action/listed-transitions',
  testTitle: 'is found not to be made',
  propose,
});

function propose(planning: Planning, resource: Resource): Proposal[] {
  return listedTransitionsOf(planning, resource).map((move) => ({
    name: `The effect of ${move.action.operation.key} is seen on the ${resource.noun}`,
    subject: move.action.operation,
    personas: [],
    variant: '',
    build: (journey) => build(journey, resource, move),
  }));
}
