import { takesOut } from '../../vocabulary/lifecycle-verbs.ts';
import type { Assertion, Json, ValueReference } from '#verifier/plan/plan.ts';
import { documents } from '../../resources/model/item-members.ts';
import { memberSaying } from '../../values/assertable/member-saying.ts';
import { partSet, setsField, timeDone } from '../../resources/actions/transition-of.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import { assertedFields } from '../../values/assertable/asserted-fields.ts';
import { assertHeld, type HeldField, type Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import type { ItemPlace } from '../../resources/model/item-place.ts';
import type { Transition } from '../../resources/model/transition.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { shownItem } from '../../resources/responses/shown-item.ts';

/** An action with facts about its effect. */
export type KnownAction = {
  action: ItemAction;
  transition: Transition | undefined;
  /** States that the item may reach without this action, so that they do not prove it. */
  unchanged: Json[];
  /**
   * States beside those that the action leads to: if the item was in one of them before, its change is not asserted.
   */
  settled: Json[];
  /** True: the action may take effect only after its response (202, or a state such as `cancelling`). */
  isLater: boolean;
  /**
   * The item's place in the response; undefined if no body is documented. `isItem` is false if the response has another
   * shape than the item, and may only name its id.
   */
  answer: { place: ItemPlace; isItem: boolean } | undefined;
};

function shows({ planning }: Journey, { flat }: ItemPlace, pointer: string): boolean {
  return documents(planning.model.schemas, flat, pointer);
}

/**
 * Captures, from the newest step, the field that the action will change, or null if the response omits it. Undefined if
 * no field is known or `place` does not document it.
 */
export function captureActionField(
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

/**
 * Returns assertions of the values that the action sent, where `place` shows them. If `place` is the item, they are
 * about the part that the action replaces (`PUT /orders/{id}/shipping-address`). If there is no such part, they are
 * about fields that the action's name sets (`title` of setTitle) and texts shown under another name. In another
 * response, all sent values count, except numbers of a withdrawal, whose sign may differ.
 */
export function assertActionFields(
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
  // A status is asserted only if these words name it, so the names of the fields that the action sets are among them.
  const words = [action.operation.words, action.name, ...(isItem ? kept : []).map(({ name }) => name)].join(' ');
  const said = isItem ? sent.flatMap((field) => saidOf(journey, item, action, field, place)) : [];
  return assertedFields(schemas, kept, place.flat, words).length === 0
    ? said
    : [...assertHeld(schemas, { ...item, held }, place.flat, place.prefix, words), ...said];
}

/**
 * Asserts a value that the action sent and the item shows under another name: `comment` of reject as `rejectionReason`.
 */
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
 * Asserts that the response still holds the scalar members that the item was sent and that the action neither sends nor
 * changes. [] if there are fewer than two, if the schema requires all of them, or if the action takes effect later.
 */
export function assertKeptFields(
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

/**
 * Asserts that the field that the action changes differs from its value before. [] if `place` does not document it, or
 * if no value before is known.
 */
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

/**
 * Asserts that the action set its time, such as `completedAt`. The engine judges it only if the time was null before
 * and the item shows a state that the action leads to. [] if no time was captured.
 */
export function assertActionTime(
  { prefix }: ItemPlace,
  { transition }: KnownAction,
  time: ActionTime | undefined,
): Assertion[] {
  if (!transition || !time) return [];
  const where = { pointer: prefix + transition.pointer, values: transition.reached };
  return [{ op: 'differs', pointer: time.pointer, value: time.before, where }];
}

/** The place of an action's time in the item's read, and the value that was read before the action. */
export type ActionTime = { pointer: string; before: ValueReference };

/**
 * Captures the time of the action if the newest step read the item; undefined if not, or if the read shows
 * no such time.
 */
export function captureActionTime(
  journey: Journey,
  item: Item,
  { action, transition }: KnownAction,
): ActionTime | undefined {
  const { read } = item.resource;
  if (!read || !transition || journey.steps.at(-1)?.path !== read.operation.path) return undefined;
  const time = timeDone(journey.planning.model.schemas, item.resource, action);
  const before = time && captureActionField(journey, item, read.place, time);
  return before && { pointer: read.place.prefix + time.pointer, before };
}
