import type { Assertion, Step, Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import { leaseHandles, leasedId, isDoneTo, isDoneByHolder } from '../../resources/actions/queue-leases.ts';
import { paramsOf, shapeOf, shapeUpTo } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { assertHeld, compareId, type Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { newAncestor } from './created-ancestor.ts';
import type { Planning } from '../model/planning.ts';
import { readItem } from './show-item.ts';
import { topOf, withoutMembers } from '../model/without-members.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import type { Lease } from '../../resources/model/lease.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { leaseStep } from '../requests/references/held-by-lease.ts';
import { endsLease, postpones } from '../../vocabulary/lease-words.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

const sure = new WeakMap<Lease, boolean>();

/**
 * True if the run can lease its own items alone. Either the queue is below a created item
 * (`POST /queues/{queue}/receive`). Or the lease request may name a queue that only this run uses, and never gets items
 * of another queue.
 */
function takesOwn(planning: Planning, claim: Lease): boolean {
  const known = sure.get(claim) ?? (isBelowOwn(planning, claim) || claim.routes.some(({ isOnly }) => isOnly));
  sure.set(claim, known);
  return known;
}

function isBelowOwn(planning: Planning, { operation, resource: { create } }: Lease): boolean {
  const last = paramsOf(operation.path).at(-1);
  if (last === undefined || !create || !newAncestor(planning, operation)) return false;
  return shapeOf(create.operation.path).startsWith(`${shapeUpTo(operation.path, last)}/`);
}

/** Throws CannotPlan if a step of the journey could lease an item that the run did not create. */
export function refuseTakingQueued({ planning, steps }: Journey): void {
  for (const operation of planning.graph.taking) {
    const claim = planning.graph.claims.find((one) => one.operation === operation);
    const isSafe = ({ body }: Step) => claim && (isBelowOwn(planning, claim) || isSaid(claim, body?.value));
    const asking = steps.filter(({ method, path }) => operation.key === `${method} ${path}`);
    if (asking.every(isSafe)) continue;
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: operation.pointer,
      detail: `${operation.key} may take what the run did not make.`,
      edit: 'Let it be said, in what is made and in what is taken, in which queue it waits.',
    });
  }
}

/**
 * True if the request's body names a queue by a value that an earlier step sent. A lease from that queue must never
 * return items of another one.
 */
function isSaid({ routes }: Lease, body: Template | undefined): boolean {
  const sent = body && 'object' in body ? body.object : {};
  const isMade = (value: Template | undefined): boolean =>
    value !== undefined && ('array' in value ? value.array.length > 0 && value.array.every(isMade) : 'sent' in value);
  return routes.some(({ asked, isOnly }) => isOnly && isMade(sent[asked]));
}

/** Returns the lease of a resource's items; undefined if the run might lease an item that it did not create. */
export function leaseOn(planning: Planning, { key }: Pick<Resource, 'key'>): Lease | undefined {
  return planning.graph.claims.find((claim) => claim.resource.key === key && takesOwn(planning, claim));
}

/**
 * Returns the lease that the caller must hold before the operation: `POST /jobs/{id}/complete` is for the holder of the
 * job. Undefined if it needs none, or if the run might lease an item that it did not create.
 */
export function leaseFor(planning: Planning, resource: Resource, operation: Operation): Lease | undefined {
  const claim = leaseOn(planning, resource);
  if (!claim || !isDoneTo(resource, operation)) return undefined;
  const isOfHolder = isDoneByHolder(operation) || leaseHandles(planning.model.schemas, claim, operation).length > 0;
  return isOfHolder ? claim : undefined;
}

/**
 * Returns the lease that the operation acquires, or that must be held before it. Undefined if there is none, or if the
 * run might lease an item that it did not create.
 */
export function leaseOfSubject(planning: Planning, operation: Operation): Lease | undefined {
  const { claims, resources } = planning.graph;
  if (claims.length === 0) return undefined;
  const own = claims.find((claim) => claim.operation === operation && takesOwn(planning, claim));
  return own ?? resources.map((one) => leaseFor(planning, one, operation)).find((found) => found !== undefined);
}

/**
 * Returns the create's body without optional members that delay the item (`delaySeconds`), if the journey leases that
 * item. Otherwise returns it unchanged.
 */
export function withoutDelay(journey: Journey, resource: Resource, body: BuiltBody | undefined): BuiltBody | undefined {
  if (!body || journey.claim?.resource.key !== resource.key) return body;
  const later = body.optional.filter((pointer) => wordsOf(pointer).some((word) => postpones.has(word)));
  const within = later.map((pointer) => pointer.slice(body.within.length));
  return later.length === 0 ? body : withoutMembers(body, new Set(within), topOf);
}

/**
 * Adds the step that leases the item and, at teardown, an action that ends the lease, if there is one. Returns the
 * step's id, or that of the lease step that exists already. Throws CannotPlan.
 */
export function acquireLease(journey: Journey, item: Item, claim: Lease): string {
  const known = leaseStep(journey, claim);
  if (known) return known.id;
  const { operation, resource } = claim;
  if (!isBelowOwn(journey.planning, claim)) showPlace(journey, item, claim);
  const sign = leasedId(claim);
  const step = journey.step({
    verb: 'take',
    noun: resource.noun,
    operation,
    persona: journey.actor,
    body: leaseBody(journey, claim),
    captures: sign ? { [journey.freeCapture(`taken_${resource.noun}`)]: sign } : {},
    assert: isIt(journey, item, claim),
  });
  giveBack(journey, item, step);
  return step;
}

/**
 * Asserts that the item is in its queue before it is leased: in the create's response, else in a read. Asserts
 * nothing if neither shows the queue.
 */
function showPlace(journey: Journey, item: Item, { routes, resource }: Lease): void {
  const { schemas } = journey.planning.model;
  const { create, read } = resource;
  const said = new Set(routes.map(({ sent }) => pointerToken(sent)));
  const placed = { ...item, held: new Map([...item.held].filter(([pointer]) => said.has(pointer))) };
  const made = journey.steps.find(({ id }) => id === item.createdBy);
  const body = create && successBody(create.operation);
  const at = body === undefined ? undefined : itemIn(schemas, body, resource);
  const told = at ? assertHeld(schemas, placed, at.flat, at.prefix, '') : [];
  if (made && told.length > 0)
    made.assert = [...made.assert, ...told.filter((one) => !made.assert.some((other) => isSameValue(one, other)))];
  const isRead = read && assertHeld(schemas, placed, read.place.flat, read.place.prefix, '').length > 0;
  if (isRead && told.length === 0) readItem(journey, placed, '', item.createdBy);
}

/**
 * True if the operation requires a value that only the lease's holder has (`leaseToken`), and the lease request
 * requires no number. A made-up number might be a time that ends the lease at once.
 */
export function namesHolder({ planning: { model } }: Journey, claim: Lease, operation: Operation): boolean {
  const { required, properties } = sentResource(model.schemas, claim.operation);
  const isTimed = required.some((name) => isNumber(model.schemas.flatten(properties[name] ?? true)));
  return !isTimed && leaseHandles(model.schemas, claim, operation).length > 0;
}

/** Returns the assertion that the leased item is the journey's own; [] if no id can be compared. */
function isIt({ planning }: Journey, item: Item, { shown: { list, place } }: Lease): Assertion[] {
  const { id } = place;
  const compare = id && compareId(planning.model.schemas, item, id.schema);
  if (!id || !item.id || !compare) return [];
  const value = item.id.reference;
  if (list === undefined) return [{ op: 'equals', pointer: id.pointer, value, compare }];
  return [
    { op: 'listContains', list, match: [{ pointer: id.pointer, value, ...(compare === 'exact' ? {} : { compare }) }] },
  ];
}

/**
 * Returns the body of the lease request with its required members and the queue; undefined if it has no body. Optional
 * members such as a duration or a number of items are omitted.
 */
export function leaseBody(journey: Journey, { operation, routes }: Lease): BuiltBody | undefined {
  const body = journey.body(operation, 0);
  if (!body) return undefined;
  const { required } = sentResource(journey.planning.model.schemas, operation);
  const needed = new Set([...required, ...routes.map(({ asked }) => asked)].map(pointerToken));
  const optional = body.optional.map((pointer) => pointer.slice(body.within.length));
  return withoutMembers(body, new Set(optional.filter((pointer) => !needed.has(topOf(pointer)))), topOf);
}

function giveBack(journey: Journey, item: Item, forStep: string): void {
  const { actions } = item.resource;
  const wordOf = ({ name }: ItemAction) => wordsOf(name)[0] ?? '';
  const action = [...endsLease.words]
    .map((word) => actions.find((one) => wordOf(one) === word))
    .find((one) => one !== undefined);
  if (!action) return;
  const { operation } = action;
  journey.attempt(() => {
    const request = journey.request(operation, item, undefined, journey.body(operation, 0, item));
    journey.teardown.push({ ...request, forStep, persona: journey.actor, prepares: true });
  });
}
