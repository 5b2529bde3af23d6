import type { Assertion, Json, ValueReference } from '#verifier/plan/plan.ts';

import { asyncWorkOf } from '../../resources/actions/async-work.ts';
import type { ItemAction } from '../../resources/actions/item-actions.ts';
import { documents } from '../../resources/model/item-members.ts';
import { memberSaying } from '../../resources/actions/member-saying.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import { isSameThing, itemIn, type ItemPlace, successBody } from '../../resources/responses/response-shape.ts';
import type { Resource } from '../../resources/model/resource.ts';
import {
  isDoneLater,
  membersOf,
  movesTo,
  partSet,
  setsField,
  shownItem,
  timeDone,
  type Transition,
  transitionOf,
} from '../../resources/actions/transition.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { assertedFields } from '../../values/assertable/asserted-fields.ts';
import { courseVerb, relatesCaller, takesOut, undoesDelete } from '../../vocabulary/action-words.ts';
import type { SentField } from '../../values/model/choice.ts';
import { isStatusLike } from '../../vocabulary/field-names.ts';
import { actionsBefore, courseBeside, undoneBy } from './lifecycle-prerequisites.ts';
import { claimFor, takeIt } from './acquire-lease.ts';
import { courseOfItem } from './lifecycle-of-reference.ts';
import { giversFor } from '../requests/references/action-outputs.ts';
import { assertHeld, compareId, heldBy, type HeldField, type Item } from '../model/item.ts';
import type { Journey } from './journey.ts';
import { makePartBefore } from './make-part-before.ts';
import type { BuiltBody } from '../requests/build-body.ts';
import { assumedOf } from '../model/step-parts.ts';

/** What is known of an action: the field that it surely changes, and the item that it answers. */
export type KnownAction = {
  action: ItemAction;
  transition: Transition | undefined;
  /** States that the item comes to by itself or on the way to the action, and that are not where the action leads. */
  unchanged: Json[];
  /** States before the action of which nothing is claimed after it, beside those that it leads to. */
  settled: Json[];
  /** The action is done only after its answer. */
  isLater: boolean;
  /** Where its answer shows the item itself, or at least says by a name of its own whose item it was. */
  answer: { place: ItemPlace; isItem: boolean } | undefined;
};

/** Puts an action beside what the spec shows of its items. */
export function knowAction({ planning }: Journey, resource: Resource, action: ItemAction): KnownAction {
  const { schemas } = planning.model;
  const shown = shownItem(schemas, resource);
  const body = successBody(action.operation);
  const place = body === undefined ? undefined : itemIn(schemas, body, resource);
  const isItem = place !== undefined && shown !== undefined && isSameThing(place.flat, shown);
  // What is in the trash, a read may show no more.
  const found = shown && action.verb !== 'trash' ? transitionOf(schemas, action, shown) : undefined;
  const transition = shown && found && isForDeleted(schemas, resource, action, found, shown) ? undefined : found;
  const taken = claimFor(planning, resource, action.operation)?.transition;
  const work = asyncWorkOf(schemas, resource);
  const ownCourse =
    work && work.name === transition?.name ? [...work.pending, ...(leavesCourse(action) ? work.done : [])] : [];
  const passed = shown && transition?.kind === 'state' ? courseBeside(schemas, resource, action) : [];
  const onTheWay = passed.flatMap((one) => (shown && transitionOf(schemas, one, shown)?.reached) ?? []);
  return {
    action,
    transition,
    isLater: isDoneLater(schemas, action, shown),
    // What somebody has taken does not move by itself.
    unchanged: taken ? [] : [...ownCourse, ...onTheWay].filter((state) => !transition?.reached.includes(state)),
    settled:
      taken && taken.pointer === transition?.pointer
        ? membersOf(schemas.flatten(taken.schema)).filter((state) => !taken.reached.includes(state))
        : [],
    answer: place && { place, isItem },
  };
}

/**
 * A restore of what can be deleted, where another action leads to the same state, or the document does not say what else shows that a thing is deleted: it
 * may be for what was deleted, and leave all else as it is.
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

/** Brings a new item to where the action can be done. Gives the step that did something to it last. */
export function bringBefore(journey: Journey, item: Item, action: ItemAction): string | undefined {
  let last = item.createdBy;
  const { schemas } = journey.planning.model;
  makePartBefore(journey, item.resource, action);
  const before = actionsBefore(schemas, item.resource, action);
  const givers = giversFor(journey, item.resource, action.operation);
  const claim = claimFor(journey.planning, item.resource, action.operation);
  if (claim) last = takeIt(journey, item, claim);
  for (const [at, earlier] of [...before, ...givers.filter((one) => !before.includes(one))].entries()) {
    last = act(journey, item, earlier).step;
    const step = journey.steps.at(-1);
    const later = [...before.slice(at + 1), action];
    if (step && at < before.length && (later.some(leavesCourse) || isLeft(item.resource, earlier)))
      step.mayBeAbsent = true;
  }
  return last;
}

/** What takes the caller out of a relation to an item, wherever it comes first: they may not be in it. */
function isLeft(resource: Resource, action: ItemAction): boolean {
  return action.verb !== undefined && relatesCaller(action.verb) && undoneBy(resource, action) !== undefined;
}

/** The item as it is before the action, in the state from which the action can be done. Gives the reference to the field that will change. */
export function lookBefore(
  journey: Journey,
  item: Item,
  { action, transition }: KnownAction,
): ValueReference | undefined {
  const last = bringBefore(journey, item, action);
  const { schemas } = journey.planning.model;
  if (undoneBy(item.resource, action)?.verb === 'trash') return undefined;
  const { read, create } = item.resource;
  const created = create && successBody(create.operation);
  const isFresh = last === item.createdBy && created !== undefined;
  const told = isFresh && transition ? itemIn(schemas, created, item.resource) : undefined;
  // What moves by itself may have ended before a read is answered.
  const isMoving = asyncWorkOf(schemas, item.resource) !== undefined;
  const known = told && (isMoving || !read) ? captureState(journey, item, told, transition) : undefined;
  if (known || !read) return known;
  lookAt(journey, item, last);
  return transition && captureState(journey, item, read.place, transition);
}

/** What takes an item out of its course may be done wherever the course has come to: what comes before it may be refused. */
function leavesCourse({ verb }: ItemAction): boolean {
  return verb !== undefined && courseVerb(verb) === undefined;
}

function shows({ planning }: Journey, { flat }: ItemPlace, pointer: string): boolean {
  return documents(planning.model.schemas, flat, pointer);
}

/** Has the newest step keep the value of the field that will change, null where it shows none; undefined where it documents none. */
export function captureState(
  journey: Journey,
  item: Item,
  place: ItemPlace,
  transition: Transition | undefined,
): ValueReference | undefined {
  const step = journey.steps.at(-1);
  if (!step || !transition) return undefined;
  const { name, pointer } = transition;
  if (!shows(journey, place, pointer)) return undefined;
  const capture = journey.freeCapture(`${item.resource.noun}_${name}`);
  step.captures = {
    ...step.captures,
    [capture]: { from: 'body', pointer: place.prefix + pointer, otherwise: null },
  };
  return { capture };
}

/** Reads the item and asserts that it is the one; what else it holds may have been changed by actions. Gives the step's id. */
export function lookAt(journey: Journey, item: Item, effectOf: string | undefined, more: Assertion[] = []): string {
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

/** The assertion that a place shows the item; none where its id is not comparable. */
export function sameItem(journey: Journey, item: Item, { id }: ItemPlace): Assertion[] {
  const compare = id && compareId(journey.planning.model.schemas, item, id.schema);
  if (!id || !item.id || !compare) return [];
  return [{ op: 'equals', pointer: id.pointer, value: item.id.reference, compare }];
}

/** Does it, with the values that it takes. Gives the step's id and the fields sent. Throws CannotPlan. */
export function act(journey: Journey, item: Item, action: ItemAction): { step: string; sent: HeldField[] } {
  const { operation, name } = action;
  const { noun } = item.resource;
  const body = withAnother(journey, item, action, () => actionBody(journey, item, action));
  const step = journey.step({ verb: name, noun, operation, persona: journey.actor, item, body });
  return { step, sent: [...heldBy(step, body).values()] };
}

/** The same for the action that the journey is about: where it is refused because of the state that the item is in, that comes further. */
export function actInTurn(journey: Journey, item: Item, action: ItemAction): ReturnType<typeof act> {
  const acted = act(journey, item, action);
  const step = journey.steps.at(-1);
  const isHeld = claimFor(journey.planning, item.resource, action.operation) !== undefined;
  const course = isHeld ? [] : courseOfItem(journey, item, action);
  if (step && course.length > 0) step.course = course;
  return acted;
}

/** What it sets must become another than the item has. */
function actionBody(journey: Journey, item: Item, action: ItemAction): BuiltBody | undefined {
  const { operation } = action;
  const { schemas } = journey.planning.model;
  const properties = schemas.flatten(operation.body?.schema ?? true).properties;
  // The first state is where most items begin.
  if (Object.keys(properties).some(isStatusLike)) return journey.body(operation, 1, item);
  const body = journey.body(operation, 0, item);
  const shown = shownItem(schemas, item.resource);
  const part = shown && partSet(schemas, action, shown);
  const set = body?.fields.filter(({ name }) => part !== undefined || setsField(action, name)) ?? [];
  // A number that the item was not given may be the first one anyway.
  const isHeld = ({ pointer, template, schema }: SentField) => {
    const held = item.held.get((part === undefined ? '' : pointerToken(part)) + pointer);
    return held ? isSameValue(held.template, template) : isNumber(schemas.flatten(schema));
  };
  return set.length > 0 && set.every(isHeld) ? journey.body(operation, 1, item) : body;
}

/** A move leads to another thing than the one where the item is, unless its own path names that: it would not be found there any more. */
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

/** What a place must show of the fields that an action sent: those that its name says it sets, or all where the place is no item but an answer of its own. */
export function assertSent(
  journey: Journey,
  item: Item,
  { action }: KnownAction,
  sent: HeldField[],
  place: ItemPlace,
  isItem: boolean,
): Assertion[] {
  const { schemas } = journey.planning.model;
  const part = isItem ? partSet(schemas, action, place.flat) : undefined;
  if (part !== undefined) {
    const flat = schemas.flatten(place.flat.properties[part] ?? true);
    const held = new Map(sent.map((field) => [field.pointer, field]));
    return assertHeld(schemas, { ...item, held }, flat, place.prefix + pointerToken(part), action.name);
  }
  const isSigned = action.verb !== undefined && takesOut(action.verb);
  const kept = sent.filter(({ name, schema }) =>
    isItem ? setsField(action, name) : !(isSigned && /number|integer/.test(schemas.flatten(schema).types[0] ?? '')),
  );
  const held = new Map(kept.map((field) => [field.pointer, field]));
  // A transition need not be called after the state that its request says.
  const words = [action.operation.words, action.name, ...(isItem ? kept : []).map(({ name }) => name)].join(' ');
  const said = isItem ? sent.flatMap((field) => saidOf(journey, item, action, field, place)) : [];
  return assertedFields(schemas, kept, place.flat, words).length === 0
    ? said
    : [...assertHeld(schemas, { ...item, held }, place.flat, place.prefix, words), ...said];
}

/** A text that the item shows under a name of its own. */
function saidOf(
  { planning }: Journey,
  { resource }: Item,
  action: ItemAction,
  field: HeldField,
  { flat, prefix }: ItemPlace,
): Assertion[] {
  const { schemas } = planning.model;
  const shown = shownItem(schemas, resource);
  const name = shown && memberSaying(schemas, action, field, shown);
  if (name === undefined || !Object.hasOwn(flat.properties, name)) return [];
  const value = { sent: field.step, pointer: `/body${field.within}${field.pointer}` };
  return [{ op: 'equals', pointer: prefix + pointerToken(name), value, compare: 'exact' }];
}

/**
 * What the item was given, single values that the action neither takes nor sets: its answer leaves none of them out that the item's read shows. Of
 * members that are all required the schema says so.
 */
export function assertWhole(
  journey: Journey,
  item: Item,
  { action, transition, isLater }: KnownAction,
  sent: HeldField[],
  { flat, prefix }: ItemPlace,
): Assertion[] {
  const { schemas } = journey.planning.model;
  const isOthers = ({ name, schema }: HeldField) =>
    name !== transition?.name &&
    !setsField(action, name) &&
    sent.every((one) => one.name !== name) &&
    !/object|array/.test(String(schemas.flatten(schema).types[0]));
  const kept = [...item.held].filter(([, field]) => isOthers(field));
  const shown = assertHeld(schemas, { ...item, held: new Map(kept) }, flat, prefix, '');
  const members = shown.flatMap((one) => (one.op === 'equals' ? [{ pointer: one.pointer, value: one.value }] : []));
  const isRequired = (pointer: string) => flat.required.some((name) => pointer === prefix + pointerToken(name));
  const isSaid = members.every(({ pointer }) => isRequired(pointer));
  return isLater || isSaid || members.length < 2 ? [] : [{ op: 'leavesNoneOut', members }];
}

/** The assertion that the field which the action surely changes is another than before; none where nothing is sure. */
export function assertChanged(
  journey: Journey,
  place: ItemPlace,
  { transition, unchanged, settled }: KnownAction,
  before: ValueReference | undefined,
): Assertion[] {
  if (!transition || !before || !shows(journey, place, transition.pointer)) return [];
  const { pointer, reached } = transition;
  const known = {
    ...(reached.length > 0 ? { settled: [...new Set([...reached, ...settled])] } : {}),
    ...(unchanged.length > 0 ? { unchanged } : {}),
  };
  return [{ op: 'differs', pointer: place.prefix + pointer, value: before, ...known }];
}

/** The same for the time at which it was done, where there was none before: what is in the state that the action leads to has come to it. */
export function assertTimed({ prefix }: ItemPlace, { transition }: KnownAction, time: Timed | undefined): Assertion[] {
  if (!transition || !time) return [];
  const where = { pointer: prefix + transition.pointer, values: transition.reached };
  return [{ op: 'differs', pointer: time.pointer, value: time.before, where }];
}

/** Where the item's read says when an action was done, and what it said before. */
export type Timed = { pointer: string; before: ValueReference };

/** Has the item's newest read keep what it says of the time at which the action is done; undefined where it says no such thing. */
export function timeBefore(journey: Journey, item: Item, { action, transition }: KnownAction): Timed | undefined {
  const { read } = item.resource;
  if (!read || !transition || journey.steps.at(-1)?.path !== read.operation.path) return undefined;
  const time = timeDone(journey.planning.model.schemas, item.resource, action);
  const before = time && captureState(journey, item, read.place, time);
  return before && { pointer: read.place.prefix + time.pointer, before };
}

/** Does it once more, just as before, where the spec knows conflicts: done or refused, as the server likes, it is answered as the operation says. */
export function actAgain(journey: Journey, item: Item, { action, transition }: KnownAction): void {
  const first = journey.steps.at(-1);
  if (!first || transition?.kind !== 'state' || !action.operation.responses['409']) return;
  act(journey, item, action);
  const again = journey.steps.at(-1);
  if (!again) return;
  again.expect = { ...again.expect, status: ['2XX'] };
  again.mayBeAbsent = true;
}
