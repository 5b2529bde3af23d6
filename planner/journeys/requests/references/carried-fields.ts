import type { JsonSchema, Step, Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { ownIdName } from '../../../resources/model/own-id-name.ts';
import { nounSegment, paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import {
  modelsOf,
  namesReferenceData,
  maySelectFrom,
  valueOf,
} from '../../../resources/relations/find-reference-data.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { isSameValue } from '../../../intake/json/canonical-json.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import { type FlatSchema, isNumber } from '../../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { areEnds } from '../../../vocabulary/range-names.ts';
import { chooseValue } from '../../../values/choose/choose-value.ts';
import { isUnfit } from '../../../values/model/choice.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { GIVEN_REFERENCES } from './given-references.ts';
import { ownerReference } from './owner-reference.ts';
import { sentFor, type Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { repeatedQueryParams } from './repeated-query-params.ts';
import type { ResourceGraph } from '../../../resources/model/resource-graph.ts';
import { plainName, sameName, wordsOf } from '../../../vocabulary/words-of.ts';
import { namesKeyOf } from '../../../resources/graph/field-producers.ts';
import { isIdLike, isPlainId, isVersionLike } from '../../../vocabulary/identifiers.ts';
import { isWhose } from '../../../vocabulary/people-and-access.ts';

/**
 * Returns, by name, the body members whose value is known before values are chosen: ids of created items, env-provided
 * values, and values of earlier steps. Members that are required or in `journey.links` are filled. Throws CannotPlan if
 * a required id that is a UUID or number has neither such a value nor one in the spec. `differing` names the member in
 * which two items must differ.
 */
export function carriedFields(
  journey: Journey,
  operation: Operation,
  item: Item | undefined,
  differing: string | undefined,
): Record<string, Template> {
  const { schemas } = journey.planning.model;
  const body = sentResource(schemas, operation);
  const found = GIVEN_REFERENCES.map(({ resolve }) => resolve(journey, operation, item));
  const given: Record<string, Template> = Object.assign({}, ...found);
  const carried: Record<string, Template> = { ...given };
  // The member that repeats the item's id from the path keeps its value: another one would move the item.
  const own = item?.id && [ownIdName(item.resource) ?? idOfPath(item.resource), shownIdName(item.resource)];
  for (const name of own ?? [])
    if (name !== undefined && Object.hasOwn(body.properties, name) && item?.id) carried[name] = item.id.template;
  const made = madeBy(journey.planning.graph, operation);
  const chosenId = made && chosenIdName(made);
  const kind = made ?? item?.resource;
  const isWhole = made !== undefined || operation.method === 'PUT';
  const isAgain = (name: string) => Object.hasOwn(body.properties, name) && name !== differing;
  const again = kind && isWhole ? repeatedQueryParams(schemas, kind).filter(isAgain) : [];
  const links = made ? Object.keys(body.properties).filter((name) => journey.links.has(name)) : [];
  const due = new Set([...body.required, ...links]);
  const owners = made ? ownersOf(journey, operation, made, body) : [];
  const after = ownerReference(journey.planning, operation);
  for (const name of [...new Set([...due, ...owners, ...after, ...again])].sort()) {
    if (Object.hasOwn(given, name)) continue;
    const schema = body.properties[name] ?? true;
    const flat = schemas.flatten(schema);
    // If the resource's own id is `id`, a member named like the path parameter means something else, so it
    // is not filled.
    if (kind?.own !== undefined && sameName(name, kind.param)) continue;
    const seen = item && isVersionLike(name) ? captureSeen(journey, item, name) : undefined;
    if (seen) carried[name] = seen;
    const make = () => journey.referenceFor(name, schema);
    const refer = () => (due.has(name) ? make() : journey.attempt(make));
    const named = isNamedAfter(journey, operation, name, flat) ? refer() : undefined;
    const called = named ?? modelFor(journey, operation, body, name);
    if (called) carried[name] ??= called;
    const isKey = refersByKey(journey, operation, name);
    if ((!isIdLike(name) && !isKey) || flat.rest['readOnly'] === true || flat.types[0] === 'array') continue;
    const isOwn = item?.id && (sameName(name, item.resource.param) || name === 'id');
    const isChosen = name === chosenId;
    // A member in which the caller chooses the new item's id gets no id of another item.
    const value = isOwn ? item.id?.template : isChosen ? undefined : refer();
    if (value) carried[name] = otherEnd(journey, name, value, carried) ?? value;
    const { examples, enum: members, const: constant, default: usual } = flat.rest;
    const vouched = [examples, members, constant, usual].some((source) => source !== undefined);
    const refers = flat.rest['format'] === 'uuid' || isNumber(flat);
    if (
      value ||
      vouched ||
      isKey ||
      !refers ||
      isChosen ||
      name === 'id' ||
      !due.has(name) ||
      (operation.body?.examples.length ?? 0) > 0
    )
      continue;
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: operation.body?.pointer ?? operation.pointer,
      detail: `${operation.key} requires "${name}", and no operation of this spec creates what it names.`,
      edit: `Add the operation that creates it, give "${name}" an example, or declare it as env-provided.`,
    });
  }
  // Members that later calls repeat in the query have one value for all items of a journey. A PUT sends it again,
  // because omitting the member might clear it.
  for (const name of again) {
    const held = item && sentFor(item, name);
    const value = made ? firstValue(schemas, body.properties[name] ?? true, name) : held;
    if (value) carried[name] ??= value;
  }
  return carried;
}

/**
 * Returns the id of a second item if the body already names the first at the other end: `fromAccountId` and
 * `toAccountId`. Undefined otherwise.
 */
export function otherEnd(
  journey: Journey,
  name: string,
  value: Template,
  carried: Record<string, Template>,
): Template | undefined {
  const producer = journey.planning.graph.producerOfField(name);
  const isSame = (other: Template) => isSameValue(other, value);
  const isTaken = Object.entries(carried).some(([other, at]) => isSame(at) && areEnds(name, other));
  return producer?.create && isTaken ? journey.attempt(() => journey.otherEnd(producer))?.id?.template : undefined;
}

function firstValue(schemas: SchemaStore, schema: JsonSchema, name: string): Template | undefined {
  const chosen = chooseValue({ schemas, turn: 0, carried: {}, conflicts: false }, schema, name, []);
  return isUnfit(chosen) ? undefined : chosen.template;
}

/**
 * Returns the optional members that name an item of another resource, such as the owner, if the body requires no
 * member. The read or list must show the member, and it must never be null. A member for the caller is left out if the
 * server knows the caller.
 */
function ownersOf(journey: Journey, operation: Operation, made: Resource, body: FlatSchema): string[] {
  const { graph, model } = journey.planning;
  const shown = made.read?.place.flat ?? made.list?.place.item.flat;
  if (body.required.length > 0 || !shown) return [];
  const isKnown = knowsCaller(journey, operation);
  return Object.keys(body.properties).filter((name) => {
    const owner = graph.producerOfField(name);
    const mayBeNull = [body, shown].some(({ properties }) => model.schemas.flatten(properties[name] ?? true).nullable);
    // A member whose item the path already names need not be sent.
    const isNamed = paramsOf(operation.path).some((param) => sameName(param, name));
    const isShown = Object.hasOwn(shown.properties, name) && shown.required.length === 0 && !isNamed;
    const isSure = (shown.required.includes(name) || isShown) && !mayBeNull;
    return isSure && !(isWhose(name) && isKnown) && owner?.create !== undefined && owner !== made;
  });
}

/**
 * True for a text or number that is named after another resource or reference data (`payment_method`, `plan_code`) and
 * has neither a documented value nor limits. It takes that item's id or key.
 */
function isNamedAfter({ planning }: Journey, operation: Operation, name: string, flat: FlatSchema): boolean {
  const { types, rest } = flat;
  const isId = isNumber(flat) || rest['format'] === 'uuid' || (types[0] === 'string' && rest['format'] === undefined);
  const told = ['enum', 'const', 'pattern', 'examples', 'default', 'readOnly', 'minimum', 'maximum', 'multipleOf'];
  const isPlain = isId && told.every((key) => rest[key] === undefined);
  // `version` in `POST /models/{id}/versions` is the new version's own number.
  const isOwnNumber = isNumber(flat) && isVersionLike(name) && singular(nounSegment(operation.path)) === name;
  if (!isPlain || isOwnNumber || isIdLike(name) || (operation.body?.examples.length ?? 0) > 0) return false;
  const { producerCalled, producerOfField, stocks } = planning.graph;
  const producer = producerCalled(name);
  if (producer) return producer.create?.operation !== operation;
  return (
    producerOfField(name) === undefined &&
    namesReferenceData(stocks, name) &&
    !isOwnName(planning.graph, operation, name)
  );
}

/** True for a member that is named after the new item: `model_name` of a model. Another list may show the same name. */
function isOwnName(graph: ResourceGraph, operation: Operation, name: string): boolean {
  const noun = madeBy(graph, operation)?.noun;
  return noun !== undefined && wordsOf(name).slice(0, -1).join('') === plainName(noun);
}

function isFreeText({ types, rest }: FlatSchema): boolean {
  const vouching = ['enum', 'const', 'format', 'pattern', 'examples', 'default', 'readOnly'];
  return types[0] === 'string' && vouching.every((key) => rest[key] === undefined);
}

/**
 * Returns a value for `name` that selects the template from which the item is created: for `POST /kernels`,
 * the name of the first entry of `GET /kernel-specs`. Undefined if another member may select the template,
 * or if there is no such list.
 */
function modelFor(journey: Journey, operation: Operation, body: FlatSchema, name: string): Template | undefined {
  const { graph, model } = journey.planning;
  const made = journey.makesNothing ? undefined : madeBy(graph, operation);
  const id = made?.create?.id.from === 'body' ? made.create.id.field.name : undefined;
  const schema = body.properties[name] ?? true;
  if (name !== 'name' || !made || id === undefined || !isIdLike(id) || operation.responses['409']) return undefined;
  const stock = isFreeText(model.schemas.flatten(schema)) ? modelsOf(graph.stocks, made.noun) : undefined;
  if (!stock || Object.keys(body.properties).some((other) => other !== name && maySelectFrom(stock, other)))
    return undefined;
  const found = valueOf(model.schemas, stock, name, schema);
  return found && journey.firstOf(found);
}

/** True if the member refers to another resource by its key: `copy_number`. */
function refersByKey({ planning }: Journey, operation: Operation, name: string): boolean {
  const producer = planning.graph.producerOfField(name);
  return producer !== undefined && producer.create?.operation !== operation && namesKeyOf(producer, name);
}

/** Returns the resource whose `create` is the operation; undefined if there is none. */
export function madeBy({ makers }: ResourceGraph, operation: Operation): Resource | undefined {
  return makers.get(operation)?.find(({ create }) => create?.operation === operation);
}

/**
 * Returns the path parameter in which the caller chooses the id of a new item; undefined if the id has another source.
 */
function idOfPath({ create }: Resource): string | undefined {
  return create?.id.from === 'path' ? create.id.param : undefined;
}

/**
 * Returns the response member that shows an id that the caller chose in the path. Undefined if the id has another
 * source, or if no read shows it.
 */
function shownIdName(resource: Resource): string | undefined {
  return idOfPath(resource) === undefined ? undefined : resource.read?.place.id?.name;
}

/** True if the resource's paths identify items by a member of this name: `key` for `/projects/{projectKey}`. */
export function isKnownBy(resource: Resource, key: string): boolean {
  const { param, noun } = resource;
  const name = ownIdName(resource);
  return name === undefined ? [key, `${noun}_${key}`].some((one) => sameName(param, one)) : sameName(name, key);
}

/**
 * Returns the name of the item's id, as a body member in which a caller may choose it; "" if no request or response has
 * it. Undefined if the member has the name of another resource: a waiver's `journeyId` is the journey's.
 */
export function chosenIdName(resource: Resource): string | undefined {
  const name = ownIdName(resource) ?? '';
  return !isIdLike(name) || isPlainId(name) || sameName(name, `${resource.noun}Id`) ? name : undefined;
}

/**
 * Captures a member from the item's last read, or else from its create's response. Undefined if that
 * response does not document it.
 */
function captureSeen(journey: Journey, { resource, createdBy, id }: Item, name: string): Template | undefined {
  const { read, create, noun } = resource;
  const isOfItem = ({ params }: Step) =>
    Object.values(params.path).some((value) => JSON.stringify(value) === JSON.stringify(id?.template));
  const isRead = ({ method, path }: Step) => method === 'GET' && path === read?.operation.path;
  const step =
    journey.steps.findLast((one) => isRead(one) && (!id || isOfItem(one))) ??
    journey.steps.find((one) => one.id === createdBy);
  const shown = create && successBody(create.operation);
  const created = shown === undefined ? undefined : itemIn(journey.planning.model.schemas, shown, resource);
  const place = step && (isRead(step) ? read?.place : created);
  if (!step || !place || !Object.hasOwn(place.flat.properties, name)) return undefined;
  const capture = journey.freeCapture(`${noun}_${name}`);
  step.captures = { ...step.captures, [capture]: { from: 'body', pointer: place.prefix + pointerToken(name) } };
  return { capture };
}

/** True if credentials may tell the server who the owner is: the journey has a persona, or the operation is secured. */
export function knowsCaller({ actor }: Journey, { secured }: Operation): boolean {
  return actor !== null || secured;
}
