import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Assertion, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { bodyWrapper, sentResource, wrapped } from '../../resources/model/body-wrapper.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import { canonicalJson } from '../../intake/json/canonical-json.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { assertedFields } from '../../values/assertable/asserted-fields.ts';
import type { SentField, Turn } from '../../values/model/choice.ts';
import { isClassifier, isMeasure, isPlainText, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { readItem } from './show-item.ts';
import { updateItem } from './update-item.ts';
import { withArticle } from '../../vocabulary/with-article.ts';
import type { ItemPlace } from '../../resources/model/item-place.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { isIdentity } from '../../vocabulary/identifiers.ts';
import { isHiding, isMasked } from '../../vocabulary/people-and-access.ts';

/**
 * True if the singleton is below an item that the run created or found. Otherwise an update affects all callers. Adds
 * the creates of the items in the path.
 */
export function isBelowCreated(journey: Journey, operation: Operation): boolean {
  return isCreatedOrFound(Object.values(journey.pathOf(operation, undefined)));
}

/**
 * True if one of the path values comes from a response or an earlier request, so that the run created or
 * found its item.
 */
export function isCreatedOrFound(values: Template[]): boolean {
  return values.some((value) => 'capture' in value || 'sent' in value);
}

/**
 * Adds two updates of a singleton that all callers share, each with a read. A first read captures the old values, and
 * teardown sends them back. Only texts and enums change, but no names, states, kinds or members that hide something. A
 * PUT also sends the other members as they were read. Throws CannotPlan if no member may change, or if a value cannot
 * be restored.
 */
export function updateGlobalSingleton(journey: Journey, resource: Resource, operation: Operation): void {
  // A PATCH cannot remove a member, so a member that may have been absent is not changed.
  const isKept = ({ name }: SentField): boolean => !keptAs(journey, resource, operation, name)?.unlessNull;
  const isPatch = operation.method === 'PATCH';
  const changing = safeFields(journey, operation).filter((field) => !isPatch || isKept(field));
  if (changing.length === 0) throw nothingSafe(operation);
  const names = isPatch ? changing.map(({ name }) => name) : namesSentTo(journey, operation);
  const { item, kept } = keepShared(journey, resource, operation, names, true);
  for (const turn of [0, 1] as const) {
    const update = updateItem(journey, item, operation, bodyOf(journey, operation, turn, changing, kept));
    readItem(journey, item, operation.words, update);
  }
}

/**
 * Reads a singleton that all callers share and sends the values back unchanged. A PUT sends all members, a PATCH those
 * of `namesEchoed`. Each read and the response must show the same values. Times, measured values and values that may be
 * null are not asserted. Throws CannotPlan if a value cannot be restored.
 */
export function echoGlobalSingleton(journey: Journey, resource: Resource, operation: Operation): void {
  const { schemas } = journey.planning.model;
  const properties = propertiesOf(journey, operation);
  const { item, kept } = keepShared(journey, resource, operation, namesEchoed(journey, resource, operation), true);
  const fields = [...kept].map(([name, template]): SentField => ({
    name,
    pointer: pointerToken(name),
    schema: properties[name] ?? true,
    template,
  }));
  // Measured values and times change by themselves, and a null may be replaced by a default: none of them is asserted.
  const lasting = fields.filter(
    ({ name, schema, template }) => !isMeasure(name) && !isTime(schemas, schema) && !('unlessNull' in template),
  );
  const same = ({ flat, prefix }: Pick<ItemPlace, 'flat' | 'prefix'>): Assertion[] =>
    assertedFields(schemas, lasting, flat, operation.words).map(({ pointer, compare }) => ({
      op: 'equals',
      pointer: prefix + pointer,
      value: { capture: kept.get(segmentsOf(pointer)[0] ?? '')?.capture ?? '' },
      compare,
    }));
  const readSame = (after?: string): void => {
    readItem(journey, item, '', after);
    const read = journey.steps.at(-1);
    if (read && resource.read) read.assert = same(resource.read.place);
  };
  readSame();
  const answer = successBody(operation);
  const write = journey.step({
    verb: operation.method.toLowerCase(),
    noun: resource.noun,
    operation,
    persona: journey.actor,
    item,
    body: bodyOf(journey, operation, 0, [], kept),
    assert: answer === undefined ? [] : same(itemIn(schemas, answer, resource)),
  });
  readSame(write);
}

/**
 * Reads a singleton that all callers share. Returns a body with the values that were read, for a request that must be
 * refused. Undefined if the operation takes no body. Throws CannotPlan as `echoGlobalSingleton` does.
 */
export function bodyAsRead(journey: Journey, resource: Resource, operation: Operation): BuiltBody | undefined {
  const { kept } = keepShared(journey, resource, operation, namesEchoed(journey, resource, operation), false);
  return bodyOf(journey, operation, 0, [], kept);
}

/**
 * Returns the names of the members that an unchanged write sends. A PATCH sends the required ones and those that can be
 * restored (`keptAs`), without identities such as a name if others remain. Throws CannotPlan if none remains.
 */
function namesEchoed(journey: Journey, resource: Resource, operation: Operation): string[] {
  const names = namesSentTo(journey, operation);
  if (operation.method !== 'PATCH') return names;
  const { required } = sentResource(journey.planning.model.schemas, operation);
  const shown = names.filter((name) => keptAs(journey, resource, operation, name));
  const plain = shown.filter((name) => !isIdentity(name));
  const echoed = [...new Set([...required, ...(plain.length > 0 ? plain : shown)])];
  if (echoed.length === 0) throw nothingSafe(operation);
  return echoed.sort();
}

function isTime(schemas: SchemaStore, schema: JsonSchema): boolean {
  return /^(date|time)/.test(String(schemas.flatten(schema).rest['format']));
}

/**
 * The capture of a member's value from the first read. `unlessNull`: the member is omitted from later bodies if the
 * value was null.
 */
type Kept = { capture: string; unlessNull?: true };

/**
 * Reads the singleton and captures the members in `names`. With `putBack`, teardown sends them again by the operation.
 * Such journeys of one resource never run at the same time. Throws CannotPlan if a value cannot be restored.
 */
function keepShared(
  journey: Journey,
  resource: Resource,
  operation: Operation,
  names: string[],
  putBack: boolean,
): { item: Item; kept: Map<string, Kept> } {
  const { read, noun } = resource;
  if (!read) throw new Error(`${noun} has no read`);
  const item: Item = { resource, createdBy: undefined, id: undefined, held: new Map() };
  const kept = new Map(
    names.map((name): [string, Kept] => {
      const as = keptAs(journey, resource, operation, name);
      if (!as) throw notPutBack(resource, operation, name);
      return [name, as];
    }),
  );
  const forStep = readItem(journey, item, '');
  const step = journey.steps.at(-1);
  if (step)
    step.captures = Object.fromEntries(
      [...kept].map(([name, { capture, unlessNull }]) => [
        capture,
        { from: 'body', pointer: read.place.prefix + pointerToken(name), ...(unlessNull ? { otherwise: null } : {}) },
      ]),
    );
  journey.exclusive = resource.key;
  const before = bodyOf(journey, operation, 0, [], kept);
  if (putBack)
    journey.teardown.push({ ...journey.request(operation, item, undefined, before), forStep, persona: journey.actor });
  return { item, kept };
}

function propertiesOf({ planning }: Journey, operation: Operation): Record<string, JsonSchema> {
  const { schemas } = planning.model;
  return sentResource(schemas, operation).properties;
}

/**
 * Returns the names of all members that the operation takes, without readOnly ones. A PUT might clear an omitted one.
 */
function namesSentTo(journey: Journey, operation: Operation): string[] {
  const { schemas } = journey.planning.model;
  const properties = Object.entries(propertiesOf(journey, operation));
  return properties
    .flatMap(([name, schema]) => (schemas.flatten(schema).rest['readOnly'] === true ? [] : [name]))
    .sort();
}

/**
 * Returns the text and enum fields that may be changed for a short time and that have a second value. Throws
 * CannotPlan if there are none.
 */
function safeFields(journey: Journey, operation: Operation): SentField[] {
  const [first, second] = ([0, 1] as const).map((turn) => journey.body(operation, turn)?.fields ?? []);
  const found = (first ?? []).filter((field) => {
    const next = second?.find(({ pointer }) => pointer === field.pointer);
    const isOther = next !== undefined && canonicalJson(next.template) !== canonicalJson(field.template);
    return isOther && 'literal' in field.template && isSafe(journey, field);
  });
  if (found.length > 0) return found;
  throw nothingSafe(operation);
}

function nothingSafe(operation: Operation): CannotPlan {
  return new CannotPlan({
    reason: 'NOT_CREATABLE',
    pointer: operation.body?.pointer ?? operation.pointer,
    detail: `${operation.key} changes what all share, and takes no text or choice that could be changed for a moment.`,
    edit: 'Offer it below a resource that can be created, or give a text or an enum two values.',
  });
}

function isSafe({ planning }: Journey, { name, pointer, schema }: SentField): boolean {
  const { rest, types } = planning.model.schemas.flatten(schema);
  const isOutermost = pointer === pointerToken(name);
  const isText = types[0] === 'string' && (isPlainText(name) || rest['enum'] !== undefined);
  const says = [isIdentity, isServersOwn, isStatusLike, isHiding, isClassifier].some((test) => test(name));
  return isOutermost && isText && !says && rest['writeOnly'] !== true;
}

/**
 * Returns how a member is captured so that it can be restored; undefined if a read may mask it. Undefined also for a
 * member that a read need not show, unless `isSentToo`. A value that may be null or absent is restored by omission, so
 * the write must be free to omit it and document no default. A PATCH cannot restore a null that every read shows.
 */
function keptAs({ planning }: Journey, { read, noun }: Resource, operation: Operation, name: string): Kept | undefined {
  const { schemas } = planning.model;
  const shown = read?.place.flat;
  const sent = sentResource(schemas, operation);
  const [asked, held] = [sent.properties[name], shown?.properties[name]];
  const isHidden = [held, asked].some((schema) => mayBeHidden(schemas, name, schema ?? true));
  if (held === undefined || shown === undefined || isHidden) return undefined;
  const isAlwaysShown = shown.required.includes(name);
  if (!isAlwaysShown && !isSentToo(schemas, shown)) return undefined;
  const capture = `${noun.replaceAll(/\W+/g, '_')}_${name}Before`;
  if (isAlwaysShown && !schemas.flatten(held).nullable) return { capture };
  const mayLack = !sent.required.includes(name) && schemas.flatten(asked ?? true).rest['default'] === undefined;
  return (operation.method === 'PUT' || !isAlwaysShown) && mayLack ? { capture, unlessNull: true } : undefined;
}

/**
 * True if the read's schema has `readOnly` members. Then requests use the schema too, and its `required` is about them:
 * a read may always show a member that is not required.
 */
function isSentToo(schemas: SchemaStore, { properties }: FlatSchema): boolean {
  return Object.values(properties).some((schema) => schemas.flatten(schema).rest['readOnly'] === true);
}

function notPutBack({ noun }: Resource, operation: Operation, name: string): CannotPlan {
  return new CannotPlan({
    reason: 'NOT_CREATABLE',
    pointer: operation.pointer,
    detail: `${operation.key} changes what all share, and "${name}" could not be put back: not every read of ${withArticle(noun)} shows it.`,
    edit: `Mark "${name}" as required in the response that shows ${withArticle(noun)}, or offer PATCH.`,
  });
}

const MAX_DEPTH = 8;

/**
 * True if a read may mask the value, or a value inside it: a credential, or a URL that may hold one. Below MAX_DEPTH
 * any value may be masked. The mask, sent back, would replace the value.
 */
function mayBeHidden(schemas: SchemaStore, name: string, schema: JsonSchema, depth = 0): boolean {
  const { rest, items, properties } = schemas.flatten(schema);
  if (rest['writeOnly'] === true || rest['format'] === 'password' || isMasked(name) || depth > MAX_DEPTH) return true;
  const members = Object.entries({ ...properties, ...(items === undefined ? {} : { [name]: items }) });
  return members.some(([member, inner]) => mayBeHidden(schemas, member, inner, depth + 1));
}

/**
 * Returns a body with new values for the fields in `changing` and captured values for the other members in `kept`.
 * Undefined if the operation takes no body.
 */
function bodyOf(
  journey: Journey,
  operation: Operation,
  turn: Turn,
  changing: SentField[],
  kept: Map<string, Kept>,
): BuiltBody | undefined {
  const built = journey.body(operation, turn);
  if (!built) return undefined;
  const fields = built.fields.filter(({ pointer }) => changing.some((field) => field.pointer === pointer));
  const members = [...kept].map(([name, as]): [string, Template] => [
    name,
    fields.find((field) => field.name === name)?.template ?? as,
  ]);
  const resource: Template = { object: Object.fromEntries(members) };
  const wrapper = bodyWrapper(journey.planning.model.schemas, operation);
  return { ...built, fields, template: wrapper ? wrapped(wrapper, resource) : resource };
}
