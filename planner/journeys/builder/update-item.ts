import { sentResource } from '../../resources/model/body-wrapper.ts';
import { canonicalJson } from '../../intake/json/canonical-json.ts';
import { ATTRIBUTES } from '../../resources/model/item-members.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import { listInAnsweredParent } from '../../resources/responses/list-in-answered-parent.ts';
import { isNamedByServer } from '../../resources/creation/create-of.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import type { SentField } from '../../values/model/choice.ts';
import { leavesRange } from '../../values/numbers-and-ranges/keep-ranges.ts';
import { ownIdName } from '../../resources/model/own-id-name.ts';
import { furtherOf } from '../requests/build-body.ts';
import { assertHeld, heldBy, type HeldField, idOf, type Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { undo } from './undo.ts';
import { withArticle } from '../../vocabulary/with-article.ts';
import { type Place, topOf, withoutMembers } from '../model/without-members.ts';
import type { IdField } from '../../resources/model/item-place.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { lastWordOf } from '../../vocabulary/words-of.ts';

function differs(before: HeldField | undefined, after: BuiltBody['fields'][number]): boolean {
  return before === undefined || canonicalJson(before.template) !== canonicalJson(after.template);
}

/**
 * Returns the function from a field's JSON Pointer to the member that is updated as a whole: the top member
 * or, in JSON:API, the attribute.
 */
function memberIn({ planning }: Journey, operation: Operation): Place {
  const { properties } = sentResource(planning.model.schemas, operation);
  const isJsonApi = Object.hasOwn(properties, 'type') && Object.hasOwn(properties, ATTRIBUTES);
  const within = pointerToken(ATTRIBUTES);
  return (pointer) =>
    isJsonApi && pointer.startsWith(`${within}/`) ? within + topOf(pointer.slice(within.length)) : topOf(pointer);
}

/** Returns the JSON Pointers of an update's members, attributes of JSON:API included, for which `test` is true. */
function membersWhere(
  { planning }: Journey,
  operation: Operation,
  test: (name: string, of: FlatSchema) => boolean,
): string[] {
  const { schemas } = planning.model;
  const body = sentResource(schemas, operation);
  const within = (of: FlatSchema, at: string) =>
    Object.keys(of.properties).flatMap((name) => (test(name, of) ? [at + pointerToken(name)] : []));
  const attributes = body.properties[ATTRIBUTES];
  const inner = attributes === undefined ? [] : within(schemas.flatten(attributes), pointerToken(ATTRIBUTES));
  return [...within(body, ''), ...inner];
}

/**
 * Returns the body of an update with next values (planner and verifier §4.2). `changed` holds the pointers of the
 * fields that differ from the item's.
 */
export function changedBody(
  journey: Journey,
  item: Item,
  operation: Operation,
): { body: BuiltBody | undefined; changed: string[] } {
  const body = journey.body(operation, 1, item);
  // A field with the item's own id keeps its value, so it never counts as changed.
  const own = item.id && canonicalJson(item.id.template);
  const isOwn = ({ template }: SentField) => canonicalJson(template) === own;
  const changing = body?.fields.filter((field) => differs(item.held.get(field.pointer), field) && !isOwn(field)) ?? [];
  return { body, changed: changing.map(({ pointer }) => pointer) };
}

/**
 * Returns the update's body with the first changed member alone, and the members that must be sent with it. Undefined
 * if it omits no other changed member that the item holds, because nothing could be lost.
 */
export function firstChange(
  journey: Journey,
  item: Item,
  operation: Operation,
  { body, changed }: ReturnType<typeof changedBody>,
): ReturnType<typeof changedBody> | undefined {
  const memberOf = memberIn(journey, operation);
  const members = [...new Set(changed.map(memberOf))];
  // A member that every item has is preferred, so that optional members are omitted: servers lose those more often.
  const always = new Set(item.resource.read?.place.flat.required.map(pointerToken));
  const first = members.find((member) => always.has(member)) ?? members[0];
  const others = members.filter((member) => member !== first);
  // A body that is a list of operations (JSON Patch) is never shortened.
  if (!body || first === undefined || body.fields.some(({ sentAt }) => sentAt !== undefined)) return undefined;
  const own = ownIdName(item.resource);
  const required = membersWhere(journey, operation, (name, of) => of.required.includes(name));
  const held = [...item.held.values()];
  const ends = body.fields
    .map(({ pointer }) => memberOf(pointer))
    .filter((member) => leavesRange(body.fields, first, held, member));
  const named = new Set([first, ...required, ...(own === undefined ? [] : [pointerToken(own)]), ...ends]);
  const left = new Set(body.fields.map(({ pointer }) => memberOf(pointer)).filter((member) => !named.has(member)));
  const filled = filledIn(journey, operation);
  const missed = others.some(
    (member) =>
      left.has(member) && !filled.has(member) && [...item.held.keys()].some((held) => memberOf(held) === member),
  );
  return missed
    ? { body: withoutMembers(body, left, memberOf), changed: changed.filter((pointer) => !left.has(memberOf(pointer))) }
    : undefined;
}

/**
 * Returns a PATCH body with the required members and those at the pointers alone. Any other body is returned unchanged,
 * because PUT replaces the whole item.
 */
export function bodyWithOnly(journey: Journey, operation: Operation, body: BuiltBody, pointers: string[]): BuiltBody {
  if (operation.method !== 'PATCH') return body;
  const memberOf = memberIn(journey, operation);
  const named = new Set([
    ...pointers.map(memberOf),
    ...membersWhere(journey, operation, (name, of) => of.required.includes(name)),
  ]);
  const all = membersWhere(journey, operation, () => true).filter(
    (member) => !pointers.some((one) => one.startsWith(`${member}/`)),
  );
  return withoutMembers(body, new Set(all.filter((member) => !named.has(member))), memberOf);
}

/**
 * Returns pointers of optional members that the engine may leave out after a refusal. If any member changed, at least
 * one changed member is not among them.
 */
function spare({ held }: Item, body: BuiltBody | undefined): string[] | undefined {
  const changed = body?.fields.filter((field) => differs(held.get(field.pointer), field)) ?? [];
  const tops = changed.map(({ pointer }) => `${body?.within}${topOf(pointer)}`);
  const isSure = tops.some((top) => !body?.optional.includes(top));
  return isSure ? body?.optional : body?.optional.filter((pointer) => pointer !== tops[0]);
}

/** Adds the update, asserts the sent values in its response, and records them in `item.held`. Returns the step's id. */
export function updateItem(journey: Journey, item: Item, operation: Operation, body: BuiltBody | undefined): string {
  const { noun } = item.resource;
  const optional = spare(item, body);
  const further = furtherOf(body);
  const id = journey.step({ verb: 'update', noun, operation, persona: journey.actor, item, body, optional, further });
  const sent = heldBy(id, body);
  const filled = filledIn(journey, operation);
  // If an update sends a member in another form (its fields have other pointers), only the new form is asserted later.
  const rewritten = new Set([...sent.keys()].map(topOf).filter((member) => member !== pointerToken(ATTRIBUTES)));
  const isOver = (pointer: string) => !sent.has(pointer) && [filled, rewritten].some((one) => one.has(topOf(pointer)));
  for (const pointer of item.held.keys())
    if (operation === item.resource.put || isOver(pointer)) item.held.delete(pointer);
  for (const [pointer, field] of sent) item.held.set(pointer, field);
  const { model } = journey.planning;
  const schema = listInAnsweredParent(model, operation, item.resource) ? undefined : successBody(operation);
  const place = schema === undefined ? undefined : itemIn(model.schemas, schema, item.resource);
  const step = journey.steps.at(-1);
  const echoed: Item = { ...item, held: sent };
  if (place && step) step.assert = assertHeld(model.schemas, echoed, place.flat, place.prefix, operation.words);
  if (isNamedByServer(item.resource)) rename(journey, item, operation, place?.id);
  return id;
}

/**
 * Takes the item's id from the update's response, because the server derives it from a name, and adds the deletion by
 * that id. Throws CannotPlan if the response shows no id and the id is a slug or permalink, which may change.
 */
function rename(journey: Journey, item: Item, operation: Operation, shown: IdField | undefined): void {
  const step = journey.steps.at(-1);
  const { noun, create } = item.resource;
  const name = create?.id.from === 'body' ? create.id.field.name : '';
  if (step && shown) {
    const capture = journey.freeCapture(noun);
    step.captures = { ...step.captures, [capture]: { from: 'body', pointer: shown.pointer } };
    item.id = idOf({ from: 'body', field: shown }, step.id, capture);
    undo(journey, item, step.id);
  } else if (/^(slug|permalink)$/.test(lastWordOf(name)))
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: operation.pointer,
      detail: `${operation.key} may give ${withArticle(noun)} another "${name}", and its answer does not tell it.`,
      edit: `Document "${name}" in the response of ${operation.key}.`,
    });
}

/**
 * Returns members with a default other than null in the update's schema: the server may reset them if they are omitted.
 */
function filledIn(journey: Journey, operation: Operation): Set<string> {
  const { schemas } = journey.planning.model;
  const isFilled = (name: string, of: FlatSchema) => {
    const { default: usual, emptyDefault } = schemas.flatten(of.properties[name] ?? true).rest;
    return (usual ?? null) !== null || emptyDefault === true;
  };
  return new Set(membersWhere(journey, operation, isFilled));
}
