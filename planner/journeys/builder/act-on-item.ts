import type { Assertion, ValueReference } from '#verifier/plan/plan.ts';

import { asyncWorkOf } from '../../resources/actions/async-work-of.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import { isSameThing, itemIn, successBody } from '../../resources/responses/response-shape.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isDoneLater, movesTo, partSet, setsField, transitionOf } from '../../resources/actions/transition-of.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { relatesCaller } from '../../vocabulary/action-words.ts';
import type { SentField } from '../../values/model/choice.ts';
import { isStatusLike } from '../../vocabulary/field-names.ts';
import { lifecyclePrerequisites, prerequisitesBesideLifecycle, actionUndoneBy } from './lifecycle-prerequisites.ts';
import { leaseFor, acquireLease } from './acquire-lease.ts';
import { lifecycleOfItem } from './lifecycle-of-references.ts';
import { outputActionsFor } from '../requests/references/action-outputs.ts';
import { compareId, heldBy, type HeldField, type Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { makePartBefore } from './make-part-before.ts';
import { assumedOf } from '../model/step-parts.ts';
import type { ItemPlace } from '../../resources/model/item-place.ts';
import type { Transition } from '../../resources/model/transition.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { membersOf, shownItem } from '../../resources/responses/shown-item.ts';
import { type KnownAction, captureActionField } from './assert-action-fields.ts';
import { courseVerb, undoesDelete } from '../../vocabulary/lifecycle-verbs.ts';

/**
 * Returns the action with facts about its effect (`KnownAction`): the field that it changes, states that do not prove
 * it, and the item's place in its response.
 */
export function knownAction({ planning }: Journey, resource: Resource, action: ItemAction): KnownAction {
  const { schemas } = planning.model;
  const shown = shownItem(schemas, resource);
  const body = successBody(action.operation);
  const place = body === undefined ? undefined : itemIn(schemas, body, resource);
  const isItem = place !== undefined && shown !== undefined && isSameThing(place.flat, shown);
  // An item in the trash may not be readable, so no field is looked for.
  const found = shown && action.verb !== 'trash' ? transitionOf(schemas, action, shown) : undefined;
  const transition = shown && found && isForDeleted(schemas, resource, action, found, shown) ? undefined : found;
  const taken = leaseFor(planning, resource, action.operation)?.transition;
  const work = asyncWorkOf(schemas, resource);
  const ownCourse =
    work && work.name === transition?.name ? [...work.pending, ...(leavesCourse(action) ? work.done : [])] : [];
  const passed = shown && transition?.kind === 'state' ? prerequisitesBesideLifecycle(schemas, resource, action) : [];
  const onTheWay = passed.flatMap((one) => (shown && transitionOf(schemas, one, shown)?.reached) ?? []);
  return {
    action,
    transition,
    isLater: isDoneLater(schemas, action, shown),
    // A leased item changes its state by requests alone, so any other state proves the action.
    unchanged: taken ? [] : [...ownCourse, ...onTheWay].filter((state) => !transition?.reached.includes(state)),
    settled:
      taken && taken.pointer === transition?.pointer
        ? membersOf(schemas.flatten(taken.schema)).filter((state) => !taken.reached.includes(state))
        : [],
    answer: place && { place, isItem },
  };
}

/**
 * True for a restore that may be for deleted items only, so that it may leave another item unchanged. The resource has
 * a DELETE. The response of its read is assumed, or another action leads to the same value.
 */
function isForDeleted(
  schemas: SchemaStore,
  { actions, remove, read }: Resource,
  action: ItemAction,
  { name, reached }: Transition,
  shown: FlatSchema,
): boolean {
  if (!remove || action.verb === undefined || !undoesDelete(action.verb)) return false;
  if (read && assumedOf(read.operation).assumed) return true;
  return actions.some((other) => {
    const change = other === action ? undefined : transitionOf(schemas, other, shown);
    return change?.name === name && change.reached.some((state) => reached.includes(state));
  });
}

/**
 * Adds the steps that bring a new item to a state in which the action is possible: pay before ship. Returns the id of
 * the last step that changed the item, its create included; undefined if there is none.
 */
export function bringToActionState(
  journey: Journey,
  item: Item,
  action: ItemAction,
  done: ReadonlySet<Operation> = new Set(),
): string | undefined {
  let last = item.createdBy;
  const { schemas } = journey.planning.model;
  makePartBefore(journey, item.resource, action);
  const isOpen = ({ operation }: ItemAction) => !done.has(operation);
  const before = lifecyclePrerequisites(schemas, item.resource, action).filter(isOpen);
  const givers = outputActionsFor(journey, item.resource, action.operation).filter(isOpen);
  const claim = leaseFor(journey.planning, item.resource, action.operation);
  if (claim) last = acquireLease(journey, item, claim);
  for (const [at, earlier] of [...before, ...givers.filter((one) => !before.includes(one))].entries()) {
    last = actOnItem(journey, item, earlier).step;
    const step = journey.steps.at(-1);
    const later = [...before.slice(at + 1), action];
    if (step && at < before.length && (later.some(leavesCourse) || isLeft(item.resource, earlier)))
      step.mayBeAbsent = true;
  }
  return last;
}

/** True if the action ends the caller's relation to the item (unwatch) and another action starts it (watch). */
function isLeft(resource: Resource, action: ItemAction): boolean {
  return action.verb !== undefined && relatesCaller(action.verb) && actionUndoneBy(resource, action) !== undefined;
}

/**
 * Brings the item to a state in which the action is possible. Captures the field that the action will change from the
 * create's response or a read. Returns the reference to its value. Undefined if no field is known, if no response shows
 * it, or if the action takes the item out of the trash.
 */
export function readBeforeAction(
  journey: Journey,
  item: Item,
  { action, transition }: KnownAction,
  done?: ReadonlySet<Operation>,
): ValueReference | undefined {
  const last = bringToActionState(journey, item, action, done);
  const { schemas } = journey.planning.model;
  if (actionUndoneBy(item.resource, action)?.verb === 'trash') return undefined;
  const { read, create } = item.resource;
  const created = create && successBody(create.operation);
  const isFresh = last === item.createdBy && created !== undefined;
  const told = isFresh && transition ? itemIn(schemas, created, item.resource) : undefined;
  // A state that changes by itself may do so before a read is answered, so the create's response is preferred.
  const isMoving = asyncWorkOf(schemas, item.resource) !== undefined;
  const known = told && (isMoving || !read) ? captureActionField(journey, item, told, transition) : undefined;
  if (known || !read) return known;
  readSameItem(journey, item, last);
  return transition && captureActionField(journey, item, read.place, transition);
}

/** True if the action is taken as possible in every state, as cancel is. */
function leavesCourse({ verb }: ItemAction): boolean {
  return verb !== undefined && courseVerb(verb) === undefined;
}

/**
 * Adds a read of the item that asserts its id and `more`. Other members are not asserted, because actions may have
 * changed them. The resource must have a read. Returns the step's id.
 */
export function readSameItem(
  journey: Journey,
  item: Item,
  effectOf: string | undefined,
  more: Assertion[] = [],
): string {
  const { read, noun } = item.resource;
  if (!read) throw new Error(`${noun} has no read`);
  return journey.step({
    verb: 'read',
    noun,
    operation: read.operation,
    persona: journey.actor,
    item,
    effectOf,
    assert: [...sameItem(journey, item, read.place), ...more],
  });
}

/** Returns the assertion that a response shows this item; [] if its id cannot be compared. */
export function sameItem(journey: Journey, item: Item, { id }: ItemPlace): Assertion[] {
  const compare = id && compareId(journey.planning.model.schemas, item, id.schema);
  if (!id || !item.id || !compare) return [];
  return [{ op: 'equals', pointer: id.pointer, value: item.id.reference, compare }];
}

/**
 * Adds the step that calls the action with the values that it takes. Returns the step's id and the fields that it
 * sends. Throws CannotPlan.
 */
export function actOnItem(journey: Journey, item: Item, action: ItemAction): { step: string; sent: HeldField[] } {
  const { operation, name } = action;
  const { noun } = item.resource;
  const body = withAnother(journey, item, action, () => actionBody(journey, item, action));
  const step = journey.step({ verb: name, noun, operation, persona: journey.actor, item, body });
  return { step, sent: [...heldBy(step, body).values()] };
}

/**
 * Like `actOnItem`, for the action that the journey tests. If it documents 409 and is refused because of the item's
 * state, the engine calls lifecycle actions of the item and repeats it. Not for an action that needs a lease.
 */
export function actAsSubject(journey: Journey, item: Item, action: ItemAction): ReturnType<typeof actOnItem> {
  const acted = actOnItem(journey, item, action);
  const step = journey.steps.at(-1);
  const isHeld = leaseFor(journey.planning, item.resource, action.operation) !== undefined;
  const course = isHeld ? [] : lifecycleOfItem(journey, item, action);
  if (step && course.length > 0) step.course = course;
  return acted;
}

/**
 * Returns the action's body. It has the next values if a member is a state, or if the item may already hold all values
 * that the action would set. Undefined if the action takes no body.
 */
function actionBody(journey: Journey, item: Item, action: ItemAction): BuiltBody | undefined {
  const { operation } = action;
  const { schemas } = journey.planning.model;
  const properties = schemas.flatten(operation.body?.schema ?? true).properties;
  // Items usually begin in the first state of the enum, so the next one is sent.
  if (Object.keys(properties).some(isStatusLike)) return journey.body(operation, 1, item);
  const body = journey.body(operation, 0, item);
  const shown = shownItem(schemas, item.resource);
  const part = shown && partSet(schemas, action, shown);
  const set = body?.fields.filter(({ name }) => part !== undefined || setsField(action, name)) ?? [];
  // True if the item was sent this value. A number that it was not sent counts too: the item may hold it by default.
  const isHeld = ({ pointer, template, schema }: SentField) => {
    const held = item.held.get((part === undefined ? '' : pointerToken(part)) + pointer);
    return held ? isSameValue(held.template, template) : isNumber(schemas.flatten(schema));
  };
  return set.length > 0 && set.every(isHeld) ? journey.body(operation, 1, item) : body;
}

/**
 * Runs `build` with a second parent if the action moves the item: `POST /cards/{id}/move` with `listId`. Not if a path
 * of the item names the parent, because the item would no longer be found at that path.
 */
function withAnother<Result>(journey: Journey, item: Item, action: ItemAction, build: () => Result): Result {
  const { graph, model } = journey.planning;
  const { required } = model.schemas.flatten(action.operation.body?.schema ?? true);
  const target = required.find((name) => movesTo(action, name));
  const thing = target === undefined ? undefined : graph.producerOfField(target);
  const { read, list, remove } = item.resource;
  const paths = [action.operation, read?.operation, list?.operation, remove].flatMap((one) => (one ? [one.path] : []));
  const isAbove = paths.some((path) => paramsOf(path).some((param) => graph.producerOf(path, param) === thing));
  if (!thing || thing === item.resource || isAbove) return build();
  return journey.within(journey.another(thing, 1), build);
}

/**
 * Adds the action of the newest step again if it leads to a state and documents 409. Any 2xx passes, and so
 * does a refusal.
 */
export function repeatAction(journey: Journey, item: Item, { action, transition }: KnownAction): void {
  const first = journey.steps.at(-1);
  if (!first || transition?.kind !== 'state' || !action.operation.responses['409']) return;
  actOnItem(journey, item, action);
  const again = journey.steps.at(-1);
  if (!again) return;
  again.expect = { ...again.expect, status: ['2XX'] };
  again.mayBeAbsent = true;
}
