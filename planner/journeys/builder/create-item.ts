import type { Assertion, Capture, Step, Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import { isOnlyListed } from '../../resources/creation/create-of.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Turn } from '../../values/model/choice.ts';
import { aboutFile } from '../requests/about-file.ts';
import { listScopeParams } from '../requests/list-scope-params.ts';
import { lifecycleOfReferences, associationsOfReferences } from './lifecycle-of-references.ts';
import { assertChoices } from './assert-choices.ts';
import { withoutDelay } from './acquire-lease.ts';
import { assertDefaults } from './assert-defaults.ts';
import { captureOf, heldBy, idOf, type Item, sentMatch } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { furtherOf } from '../requests/build-body.ts';
import { expectSuccess } from '../model/documented-responses.ts';
import { captureVersion } from '../requests/etag-precondition.ts';
import { frozenBody, settledBody } from '../model/frozen-body.ts';
import { isBelowCreated } from './update-global-singleton.ts';
import { undo } from './undo.ts';
import { withArticle } from '../../vocabulary/with-article.ts';
import { topOf, withoutMembers } from '../model/without-members.ts';
import type { Create } from '../../resources/model/create.ts';
import { notCreatable } from '../../outcome/not-creatable.ts';

/**
 * Returns the item's id and the values of its parents' parameters, as later paths need them, and the captures for the
 * create's step. `capture` is the name for the id's capture.
 */
function toldBy(
  journey: Journey,
  { noun }: Resource,
  { id, parents }: Create,
  step: string,
): Pick<Item, 'id' | 'parents'> & { captures: Record<string, Capture>; capture: string } {
  const capture = journey.freeCapture(noun);
  const captures = captureOf(id, capture);
  const above = parents.map((parent, at): Template => {
    if ('param' in parent) return { sent: step, pointer: `/path/${parent.param}` };
    const name = `${capture}Parent${at}`;
    captures[name] = { from: 'body', pointer: parent.field.pointer };
    return { capture: name };
  });
  return { id: idOf(id, step, capture), parents: above, captures, capture };
}

/**
 * Adds the step that creates an item and, if the spec has a DELETE, its deletion at teardown. `turn` and `differing`
 * choose the values, as in `Choice`. Throws CannotPlan.
 */
export function createItem(
  journey: Journey,
  resource: Resource,
  assert: (item: Item) => Assertion[] = () => [],
  turn: Turn = 0,
  differing?: string,
): Item {
  const { create, noun } = resource;
  if (!create) throw notCreatable(resource);
  const { operation, id } = create;
  const body = withoutDelay(journey, resource, journey.body(operation, turn, undefined, differing));
  if (id.from === 'sent' && !body?.fields.some(({ pointer }) => body.within + pointer === id.pointer))
    throw notCreatable(resource);
  const thing = id.from === 'path' ? journey.thingNamedBy(operation, id.param, turn) : undefined;
  const path = journey.pathOf(operation, undefined, id.from === 'path' ? { param: id.param, thing, turn } : undefined);
  // Called for its effect: items that the query of the create names are created before it.
  journey.thingsAsked(operation);
  const createdBy = journey.freeId('create', noun);
  const { captures, capture, ...told } = toldBy(journey, resource, create, createdBy);
  const made: Item = { resource, createdBy, held: heldBy(createdBy, body), ...told, ...(thing && { id: thing.id }) };
  if (body && body.further.length > 0) made.further = heldBy(createdBy, { ...body, fields: body.further });
  const item: Item = id.from === 'open' || id.from === 'none' ? { ...made, id: undefined } : made;
  journey.step({
    verb: 'create',
    noun,
    operation,
    persona: journey.actor,
    item: isOnlyListed(id) ? undefined : item,
    body,
    optional: body?.optional,
    further: furtherOf(body),
    path,
    captures,
    assert: assert(item),
  });
  leadOn(journey, operation);
  const about = aboutFile(journey.planning.model.schemas, resource, journey.steps.at(-1));
  if (about.size > 0) item.further = new Map([...(item.further ?? []), ...about]);
  if (id.from === 'list') findInList(journey, item, capture, id.pointer);
  undo(journey, made, createdBy);
  return item;
}

/**
 * If the newest step documents 409, gives it requests (`course`) for the engine to send after a refusal. They are
 * lifecycle actions and associations of the items that the step names.
 */
export function leadOn(journey: Journey, operation: Operation): void {
  const step = journey.steps.at(-1);
  if (!step || !operation.responses['409']) return;
  const course = [...lifecycleOfReferences(journey, step), ...associationsOfReferences(journey, step)];
  if (course.length > 0) step.course = course;
}

/**
 * Adds a step that captures the item's id from its list, because the create's response has none. Throws CannotPlan if
 * no sent value finds the item.
 */
function findInList(journey: Journey, item: Item, capture: string, pointer: string): void {
  const { list, noun } = item.resource;
  const match = sentMatch(journey.planning.model.schemas, item);
  if (!list || match.length === 0) throw notCreatable(item.resource);
  journey.step({
    verb: 'find',
    noun,
    operation: list.operation,
    persona: journey.actor,
    path: journey.pathOf(list.operation, undefined),
    query: listScopeParams(journey, list.operation, item),
    effectOf: item.createdBy,
    captures: { [capture]: { from: 'entry', pointer } },
    ...(item.resource.create?.mayMakeNone && { mayBeAbsent: true }),
    assert: [{ op: 'listContains', list: list.place.list, match }],
  });
}

/**
 * Adds the deletion of an item that step `step` may create: a create that should have been refused, a call that adds an
 * item. The step then captures the id, in place of its own captures. Adds none if only a list would show the id.
 */
export function undoIfCreated(journey: Journey, resource: Resource, step: string): void {
  const { create } = resource;
  const made = journey.steps.find(({ id }) => id === step);
  // The response to an import has one entry for each created item, so a first entry shows that one was created.
  if (made && create?.mayMakeNone)
    made.captures = { [journey.freeCapture('imported')]: { from: 'body', pointer: '/0' } };
  if (!create || !made || isOnlyListed(create.id)) return;
  const { captures, capture: _capture, ...told } = toldBy(journey, resource, create, step);
  const item = { resource, createdBy: step, held: new Map(), ...told };
  made.captures = { ...captures, ...captureVersion(item, create.operation) };
  undo(journey, item, step);
}

/** Like `undoIfCreated`, for a step that may pass without a created item: a response without an id is no failure. */
export function undoIfMadeAtAll(journey: Journey, resource: Resource, step: string): void {
  undoIfCreated(journey, resource, step);
  const made = journey.steps.find(({ id }) => id === step);
  for (const capture of Object.values(made?.captures ?? {})) capture.otherwise = null;
}

/** Sends the create of the item again if it is a POST that documents 409. Any 2xx passes, and so does a refusal. */
export function createAgain(journey: Journey, item: Item): void {
  const { create } = item.resource;
  if (create?.operation.method === 'POST' && create.operation.responses['409']) repeatCreate(journey, item);
}

/**
 * Sends the create of the item again with the same body, and deletes a second item at teardown. Returns the step;
 * undefined if the create was sent without a body.
 */
export function repeatCreate(journey: Journey, { resource, createdBy }: Item): Step | undefined {
  const { create, noun } = resource;
  const first = journey.steps.find(({ id }) => id === createdBy);
  if (!create || !first?.body) return undefined;
  const again = journey.step({
    verb: 'repeat',
    noun,
    operation: create.operation,
    persona: journey.actor,
    path: first.params.path,
    body: settledBody(first.body),
    // The server may return the existing item with 200, so any 2xx passes.
    expect: { ...expectSuccess(create.operation), status: ['2XX'] },
    mayBeAbsent: true,
  });
  undoIfMadeAtAll(journey, resource, again);
  return journey.steps.at(-1);
}

/**
 * Returns the singleton below an item that the run created or found: `/users/{id}/settings`. Sends its PUT first, if it
 * has one, because the singleton may not exist yet. Throws CannotPlan for a singleton that all callers share.
 */
export function makeSingleton(journey: Journey, resource: Resource): Item {
  const operation = resource.read?.operation as Operation;
  if (!isBelowCreated(journey, operation))
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: operation.pointer,
      detail: `${operation.path} is not below anything that the journey creates; changing it would change shared state.`,
      edit: `Offer ${withArticle(resource.noun)} below a resource that can be created.`,
    });
  const item: Item = { resource, createdBy: undefined, id: undefined, held: new Map() };
  const { put, noun } = resource;
  if (!put) return item;
  const body = journey.body(put, 0);
  const createdBy = journey.step({ verb: 'set', noun, operation: put, persona: journey.actor, item, body });
  return { ...item, createdBy, held: heldBy(createdBy, body) };
}

/**
 * Adds a POST with the required members alone. It passes if a 2xx shows the documented defaults and the sent enum and
 * boolean values, or if it is refused. The schema is not judged if it requires a left-out member that has no default,
 * is no list and is never null.
 */
export function createBare(journey: Journey, { resource }: Item): void {
  const { create, noun } = resource;
  if (create?.operation.method !== 'POST' || create.id.from !== 'body') return;
  const { operation } = create;
  const { schemas } = journey.planning.model;
  const { required, properties } = sentResource(schemas, operation);
  const usual = journey.body(operation, 1);
  const leftOut = Object.keys(properties).filter((name) => !required.includes(name));
  const bare = usual && withoutMembers(usual, new Set(leftOut.map(pointerToken)), topOf);
  if (!usual || !bare || bare.exclusive) return;
  // A body without members, or with all that the usual body has, would test nothing new: no step is added.
  if (bare.fields.length === 0 || bare.fields.length === usual.fields.length) return;
  const place = itemIn(schemas, successBody(operation) ?? true, resource);
  const isDue = (name: string) => {
    const { types, nullable } = schemas.flatten(place.flat.properties[name] ?? true);
    const isFilled = schemas.flatten(properties[name] ?? true).rest['default'] !== undefined;
    return place.flat.required.includes(name) && !nullable && types[0] !== 'array' && !isFilled;
  };
  const success = expectSuccess(operation);
  const step = journey.step({
    verb: 'create-bare',
    noun,
    operation,
    persona: journey.actor,
    body: frozenBody(bare),
    expect: { ...success, status: ['2XX'], responses: leftOut.some(isDue) ? {} : success.responses },
    mayBeAbsent: true,
    assert: assertDefaults(schemas, resource, operation),
  });
  journey.steps.at(-1)?.assert.push(...assertChoices(schemas, operation, place, step, bare));
  undoIfMadeAtAll(journey, resource, step);
}
