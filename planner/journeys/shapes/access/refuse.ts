import type { Template } from '#verifier/plan/plan.ts';
import { leavesOf } from '#verifier/verdicts/situation.ts';

import type { Action } from '../../../resources/actions/actions-of.ts';
import { withOtherCreate } from '../../../resources/graph/build-resource-graph.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { isSameValue } from '../../../intake/json/canonical-json.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { actOnItem, bringToActionState } from '../../builder/act-on-item.ts';
import { lifecyclePrerequisites } from '../../builder/lifecycle-prerequisites.ts';
import { createDestination } from '../../requests/move-destination.ts';
import { soughtThing } from '../read/calls-below.ts';
import { acquireLease } from '../../builder/acquire-lease.ts';
import { lifecycleOfItem } from '../../builder/lifecycle-of-references.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { leadOn, undoIfCreated } from '../../builder/create-item.ts';
import { isPlainQuestion } from '../read/is-plain-question.ts';
import { isGet, isHarmlessRead } from '../../model/is-plain-read.ts';
import { asked, type First, isBelowFirst, namedByItems, readFirst } from '../read/read-below.ts';
import type { Planning } from '../../model/planning.ts';
import { associateBefore } from '../../builder/association-membership.ts';
import { bodyAsRead, isBelowCreated, isCreatedOrFound } from '../../builder/update-global-singleton.ts';
import { requiresVersion } from '../../requests/etag-precondition.ts';
import { showItem } from '../../builder/show-item.ts';
import { trashOf } from '../../builder/undo.ts';
import { changedBody } from '../../builder/update-item.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { type Acted, actedOn } from '../../model/acted-on.ts';
import { refusedStep, type Refused } from './refused-step.ts';

/**
 * Adds the steps of a refusal. The actor first creates, reads or lists what the operation is about; then
 * `refused.other` tries the operation and must be refused. With `checked`, the actor reads its created item before
 * and after. Throws CannotPlan.
 */
export function refuse(
  journey: Journey,
  resource: Resource,
  { action, operation }: { action: Action; operation: Operation },
  refused: Refused,
  checked: boolean,
): void {
  const { noun } = resource;
  if (resource.isSingleton) {
    // A singleton that was never set may show nothing to anybody, so it is set first.
    if (action === 'read' && resource.put && isBelowCreated(journey, operation)) journey.item(resource);
    if (action === 'update' && refused.ofAll && !isBelowCreated(journey, operation)) {
      const body = bodyAsRead(journey, resource, operation);
      refusedStep(journey, operation, 'call', noun, { ...refused, body, path: journey.pathOf(operation, undefined) });
      return;
    }
    refuseCall(journey, operation, noun, refused);
    return;
  }
  const listed = action === 'list' ? belowFirst(journey.planning, operation) : undefined;
  if (listed) {
    refuseFirst(journey, listed.resource, listed, refused);
    return;
  }
  if (action === 'list') {
    const path = journey.pathOf(operation, undefined);
    // The actor's own list may answer 404 if the document has 404, or if no operation creates its items.
    const mayBeNone = resource.create && !operation.responses['404'] ? {} : { mayBeAbsent: true as const };
    journey.step({ verb: 'list', noun, operation, persona: journey.actor, path, ...mayBeNone });
    refusedStep(journey, operation, action, noun, { ...refused, path });
    return;
  }
  if (action === 'create') {
    const isOther = operation === resource.otherCreate?.operation;
    refuseCreate(journey, (isOther && withOtherCreate(resource)) || resource, operation, refused);
    return;
  }
  const first = action === 'read' && !resource.create ? readFirst(journey.planning, resource) : undefined;
  if (first) {
    refuseFirst(journey, resource, first, refused);
    return;
  }
  const item = journey.item(resource);
  if (checked) showItem(journey, item, '', item.createdBy);
  // If only items in the trash can be deleted, the actor first moves the item there. It is not compared afterwards.
  const trash = action === 'delete' ? trashOf(journey, resource) : undefined;
  if (trash) actOnItem(journey, item, trash);
  const ofDelete = action === 'delete' ? journey.deleteBody(operation, item) : undefined;
  const body = action === 'update' ? changedBody(journey, item, operation).body : ofDelete;
  const tried = refusedStep(journey, operation, action, noun, {
    ...refused,
    item,
    body,
    path: journey.pathOf(operation, item),
  });
  if (checked && !trash) showItem(journey, item, '', tried);
}

/**
 * Adds the refusal of an item that no operation creates: the first one in the actor's list. Throws CannotPlan if
 * another persona is refused and nothing says that this item is the actor's.
 */
function refuseFirst(journey: Journey, resource: Resource, { subject, read }: First, refused: Refused): void {
  const { list, noun } = resource;
  if (!list) return;
  for (const cause of namedByItems(journey.planning, resource)) journey.attempt(() => journey.item(cause));
  const above = journey.pathOf(list.operation, undefined);
  // Any signed-in user may see the first item of a list that is below no created parent: no refusal can be expected.
  if (refused.other !== null && !isCreatedOrFound(Object.values(above)))
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: subject.pointer,
      detail: `Nothing says that what ${list.operation.key} shows first is the actor's.`,
      edit: `Add an operation that creates ${withArticle(noun)}.`,
    });
  read(journey, above);
  const path = journey.steps.at(-1)?.params.path ?? {};
  refusedStep(journey, subject, 'read', noun, { ...refused, path });
}

/**
 * Adds the refusal of an action. The actor first brings the item to a state in which the action is possible; otherwise
 * everybody is refused. With `checked`, the actor reads the item before and after.
 */
export function refuseAction(journey: Journey, { resource, action }: Acted, refused: Refused, checked: boolean): void {
  const { operation, name } = action;
  const item = journey.item(resource);
  const last = bringToActionState(journey, item, action);
  if (checked) showItem(journey, item, '', last);
  const [body, path] = [journey.body(operation, 0), journey.pathOf(operation, item)];
  const tried = refusedStep(journey, operation, name, resource.noun, { ...refused, item, body, path, canSpare: true });
  if (checked) showItem(journey, item, '', tried);
}

/**
 * Returns how to call a read below the first entry of a list (`GET /runs/{id}/jobs`), with the entry's resource.
 * Undefined if the operation does not read there, or may do harm.
 */
function belowFirst(planning: Planning, operation: Operation): (First & { resource: Resource }) | undefined {
  const resource = planning.graph.resources.find((one) => isBelowFirst(one, operation));
  const first = resource && isHarmlessRead(planning, operation) && readFirst(planning, resource, operation);
  return first ? { ...first, resource } : undefined;
}

/**
 * Adds the refusal of a create below the actor's parents. If a parent's id is env-provided and no step sent it yet, the
 * actor creates an item below it first, which shows that the parent is the actor's.
 */
function refuseCreate(journey: Journey, resource: Resource, operation: Operation, refused: Refused): void {
  const { create, noun } = resource;
  const param = create?.id.from === 'path' ? create.id.param : undefined;
  const chosen = param === undefined ? undefined : { param, thing: journey.thingNamedBy(operation, param) };
  let path = journey.pathOf(operation, undefined, chosen);
  const isOutside = (name: string) => journey.steps.every(({ params }) => !Object.hasOwn(params.path, name));
  if (refused.other !== null && Object.entries(path).some(([name, value]) => 'input' in value && isOutside(name))) {
    journey.item(resource);
    path = journey.pathOf(operation, undefined, chosen);
  }
  // Below a new parent no other child can conflict, so the body has the usual values where it may: the
  // parent may allow only one kind.
  const isFree = operation.responses['409']
    ? isBelowNew(journey, resource, path)
    : isCreatedOrFound(Object.values(path));
  if (isFree) journey.making.alike = true;
  const body = journey.body(operation, 1);
  const step = refusedStep(journey, operation, 'create', noun, { ...refused, body, path, canSpare: true });
  leadByActor(journey, operation);
  undoIfCreated(journey, resource, step);
}

/** True if a path value is the id of an item that the journey creates, and the journey creates no child below it. */
function isBelowNew(journey: Journey, child: Resource, path: Record<string, Template>): boolean {
  const created = journey.items().filter(({ createdBy }) => createdBy !== undefined);
  const isOf = ({ id }: Item) => Object.values(path).some((value) => id && isSameValue(value, id.template));
  return created.some(isOf) && created.every(({ resource }) => resource !== child);
}

/**
 * Lets the actor bring its items to the state that the newest step needs, if a 409 asks for it. Without that, every
 * persona would be refused.
 */
export function leadByActor(journey: Journey, operation: Operation): void {
  const [step, { actor: persona }] = [journey.steps.at(-1), journey];
  leadOn(journey, operation);
  if (!step?.course || persona === null) return;
  step.course = step.course.map((one) => ({ ...one, persona }));
}

/**
 * Adds the refusal of an operation that is no standard method of a resource, or of a singleton. If it is below no
 * created item, the actor calls it first, and only reads are tried: a write that a server lets through would change
 * shared state. Throws CannotPlan.
 */
export function refuseCall(journey: Journey, operation: Operation, noun: string, refused: Refused): void {
  const acted = actedOn(journey.planning, operation);
  const { schemas } = journey.planning.model;
  if (acted && (requiresVersion(operation) || lifecyclePrerequisites(schemas, acted.resource, acted.action).length > 0))
    return refuseAction(journey, acted, refused, false);
  const first = belowFirst(journey.planning, operation);
  if (first) return refuseFirst(journey, first.resource, first, refused);
  associateBefore(journey, operation);
  const claim = journey.claim?.operation === operation ? undefined : journey.claim;
  if (claim) acquireLease(journey, journey.item(claim.resource), claim);
  const path = journey.pathOf(operation, undefined);
  const isSought = soughtThing(journey.planning, operation) !== undefined;
  const isAsked = !isSought && isPlainQuestion(journey.planning, operation);
  const question = isAsked ? asked(journey, operation) : undefined;
  const body = isGet(operation.method) ? undefined : (question?.body ?? journey.body(operation, 0));
  const query = createDestination(journey, operation);
  // An operation called by name has its item in the body, so the body's values count as the path's do.
  const named = body && journey.planning.graph.rpc.has(operation) ? leavesOf(body.template) : [];
  const isBelowOwn = isCreatedOrFound([...Object.values(path), ...named]);
  // A search may answer 404, in any form, if it finds nothing.
  const mayFindNone = isSought && !isBelowOwn;
  const look = question ?? (mayFindNone ? { rpc: 'READ' as const } : {});
  if (!isBelowOwn && !('rpc' in look) && !isGet(operation.method))
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: operation.pointer,
      detail: `${operation.key} is not below anything that the journey creates; a server that lets it through would change shared state.`,
      edit: 'Offer the operation below a resource that can be created.',
    });
  // A search without a criterion may answer 404 if the operation documents it.
  const isSearch = operation.responses['404'] && operation.parameters.some((one) => one.in === 'query');
  const mayBeNone = isSearch || mayFindNone ? { mayBeAbsent: true as const } : {};
  const saysNone = mayFindNone ? { saysNoneAnyway: true as const } : {};
  if (!isBelowOwn)
    journey.step({
      verb: 'call',
      noun,
      operation,
      persona: journey.actor,
      path,
      body,
      ...look,
      ...mayBeNone,
      ...saysNone,
    });
  refusedStep(journey, operation, 'call', noun, { ...refused, ...look, body, path, query, canSpare: true });
  if (acted && !claim) advanceLifecycle(journey, acted);
}

/**
 * Adds requests of the actor that the engine sends if the newest step is refused because of the item's state. They
 * advance the item; then the step is repeated.
 */
export function advanceLifecycle(journey: Journey, { resource, action }: Acted): void {
  const [step, { actor: persona }] = [journey.steps.at(-1), journey];
  const item = journey.items().find((one) => one.resource === resource);
  const course = item ? lifecycleOfItem(journey, item, action) : [];
  if (step && persona !== null && course.length > 0) step.course = course.map((one) => ({ ...one, persona }));
}
